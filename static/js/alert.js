// The sentences at the head of a table's page: the server's in #alert, and the page's own,
// also after it has loaded itself anew.
window.charlie = {};
(() => {
  const RELOAD_PAUSE = 10000;
  const { dataset } = document.getElementById("wire");
  const alerts = document.getElementById("alert");

  // Shows a sentence, or that which #wire has under this name; without one, none.
  charlie.say = (sentence) => {
    const note = document.createElement("p");
    note.className = "alert";
    note.textContent = dataset[sentence] ?? sentence ?? "";
    alerts.replaceChildren(...(note.textContent ? [note] : []));
  };

  // An alert is raised above whatever sheet is open, and goes when it is tapped.
  function raise() {
    alerts.popover = "manual";
    alerts.hidePopover?.();
    if (alerts.firstElementChild) alerts.showPopover?.();
  }
  new MutationObserver(raise).observe(alerts, { childList: true });
  alerts.addEventListener("click", () => charlie.say());

  // A page that was reloaded a moment ago waits, or it might do so again and again. A
  // second reason must not break off the first reload.
  let due;
  charlie.reload = (note) => {
    if (note) sessionStorage.setItem("charlie.note", note);
    const [entry] = performance.getEntriesByType("navigation");
    const pause = entry?.type === "reload" ? RELOAD_PAUSE - performance.now() : 0;
    due ??= setTimeout(() => location.reload(), pause);
  };
  const note = sessionStorage.getItem("charlie.note");
  if (note) charlie.say(note);
  sessionStorage.removeItem("charlie.note");
})();
