// The title and icon of a hidden tab.
const icon = document.querySelector("link[rel=icon]");
const [title, calm] = [document.title, icon.href];
const CALLS =
  ".status-sentence[data-mine], div.question:not([data-waits]) p, .question[open]:not([data-waits]) p";

function retitle() {
  const called = document.hidden && document.querySelector(CALLS);
  document.title = called ? called.textContent.trim() : title;
  icon.href = called ? icon.dataset.turn : calm;
}
document.addEventListener("visibilitychange", retitle);

document.addEventListener("charlie:updated", retitle);
retitle();
