// The title and icon of a hidden tab, the countdown, the way back to the top when
// something new begins there, the buttons that pass something on, and a page without a
// network.
(() => {
  const wire = document.getElementById("wire");
  const title = document.title;
  const icon = document.querySelector("link[rel=icon]");
  const calm = icon.href;

  function retitle() {
    const called = document.hidden && document.querySelector("#table[data-mine]");
    document.title = called ? called.dataset.title : title;
    icon.href = called ? icon.dataset.turn : calm;
  }
  document.addEventListener("charlie:updated", retitle);
  document.addEventListener("visibilitychange", retitle);
  retitle();

  // The policy allows no style in HTML, so the animation of a countdown begins here.
  function startCountdown() {
    const number = document.querySelector(".countdown:not(.is-paused) b");
    if (!number?.textContent) return;
    number.style.setProperty("--from", number.textContent);
    number.replaceChildren();
  }
  document.addEventListener("charlie:updated", startCountdown);
  startCountdown();

  // A round, the reveal and the result begin at the top, wherever the page stood.
  const TOPS = ["sides", "suspects", "cafe", "review", "over"];
  let shown = document.getElementById("table")?.dataset.phase;
  document.addEventListener("charlie:updated", () => {
    const { phase } = document.getElementById("table").dataset;
    if (phase !== shown && TOPS.includes(phase)) window.scrollTo(0, 0);
    shown = phase;
  });

  async function share(button) {
    const link = document.querySelector(button.dataset.share);
    // On the server's own machine the page's address leads nowhere from a phone.
    const { text, url = text ?? wire.dataset.link } = button.dataset;
    if (navigator.share) return navigator.share(text ? { text } : { title, url });
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
  // The first load has enough to fetch. Nothing of the kind exists over plain http.
  const install = () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
  document.addEventListener("charlie:updated", install, { once: true });
})();
