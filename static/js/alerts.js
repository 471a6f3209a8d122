// The sentences at the head of a table's page: the server's in #alert, and the page's own,
// also after it has loaded itself anew.
const { dataset } = document.getElementById("wire");
const alerts = document.getElementById("alert");

// Shows a sentence, or that which #wire has under this name; without one, none.
export const say = (sentence) => {
  const note = document.createElement("p");
  note.className = "alert";
  note.textContent = dataset[sentence] ?? sentence ?? "";
  alerts.textContent = "";
  if (note.textContent) alerts.append(note);
};

// An alert is raised above whatever sheet is open, and goes when it is tapped.
function raise() {
  if (!alerts.showPopover) return; // Without popovers nothing lies above it.
  alerts.popover = "manual";
  // Chrome 114 refuses to hide what is not shown.
  if (alerts.matches(":popover-open")) alerts.hidePopover();
  if (alerts.firstElementChild) alerts.showPopover();
}
new MutationObserver(raise).observe(alerts, { childList: true });
alerts.addEventListener("click", () => say());

// So does a hint, and the word that an accusation came too late.
document.addEventListener("click", ({ target }) => {
  const note = target.closest(".hints, .late");
  if (note) note.textContent = "";
});
