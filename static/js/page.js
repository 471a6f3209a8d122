// The title of a hidden tab, and the button that passes the table's link on.
(() => {
  const title = document.title;

  function retitle() {
    const news = document.querySelector("#table[data-mine]")?.dataset.title;
    document.title = (document.hidden && news) || title;
  }
  document.addEventListener("charlie:updated", retitle);
  document.addEventListener("visibilitychange", retitle);
  retitle();

  async function share(button) {
    const link = document.querySelector(button.dataset.share);
    if (navigator.share) return navigator.share({ title, url: link.href });
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      // Over plain http there is no such clipboard. At worst the link is selected.
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
