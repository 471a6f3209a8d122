// The question that is shown, and the title and icon of a hidden tab.
let asked = [];

// One at a time, the oldest: it stays where it is while others come and go.
function ask() {
  const open = [...document.querySelectorAll("div.question, .question[open]")];
  const ids = open.map(({ id }) => id);
  asked = [...new Set([...asked, ...ids])].filter((id) => ids.includes(id));
  for (const one of open) one.toggleAttribute("data-waits", one.id !== asked[0]);
}
document.addEventListener("charlie:updated", ask);
document.addEventListener("toggle", ask, true);
ask();

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
