// The title of a hidden tab, the way back to the top when something new begins there,
// and the button that passes the table's link on.
(() => {
  const title = document.title;

  function retitle() {
    const news = document.querySelector("#table[data-mine]")?.dataset.title;
    document.title = (document.hidden && news) || title;
  }
  document.addEventListener("charlie:updated", retitle);
  document.addEventListener("visibilitychange", retitle);
  retitle();

  // The game, the reveal and the result begin at the top, wherever the page stood.
  const TOPS = ["sides", "cafe", "review", "over"];
  const phaseOf = () => document.getElementById("table")?.dataset.phase;
  let phase = phaseOf();
  document.addEventListener("charlie:updated", () => {
    if (phaseOf() !== phase && TOPS.includes(phaseOf())) window.scrollTo(0, 0);
    phase = phaseOf();
  });

  async function share(button) {
    const link = document.querySelector(button.dataset.share);
    // On the server's own machine the page's address leads nowhere from a phone.
    const url = document.getElementById("wire").dataset.link;
    if (navigator.share) return navigator.share({ title, url });
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // Over plain http there is no such clipboard. At worst the link is selected.
      link.textContent = url;
      getSelection().selectAllChildren(link);
      if (!document.execCommand("copy")) return;
    }
    document.querySelector(button.dataset.says).textContent = button.dataset.copied;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    // Closing the share sheet is no error.
    if (button) share(button).catch(() => {});
  });
})();
