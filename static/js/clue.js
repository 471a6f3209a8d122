// Shows my clue while it is held, and for a moment after a tap, because neighbours look. A
// keyboard opens and closes it, and without scripts a tap does.
const [TAP, MOMENT] = [300, 2000];
const clueOf = (target) => target?.closest?.(".my-clue");
let held = null;
let since, covering;

function cover() {
  if (held) held.open = false;
  held = null;
}

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  clearTimeout(covering);
  cover();
  held = clueOf(event.target);
  since = event.timeStamp;
  if (held) held.open = true;
});
window.addEventListener("pointerup", ({ timeStamp }) => {
  covering = setTimeout(cover, timeStamp - since < TAP ? MOMENT : 0);
});
for (const name of ["pointercancel", "blur"]) window.addEventListener(name, cover);

document.addEventListener("click", (event) => {
  // Only a keyboard's click has no count. A long press would bring a menu.
  if (event.detail && clueOf(event.target)) event.preventDefault();
});
document.addEventListener("contextmenu", (event) => {
  if (clueOf(event.target)) event.preventDefault();
});
document.addEventListener("focusout", (event) => {
  const left = clueOf(event.target);
  if (left && !left.contains(event.relatedTarget)) left.open = false;
});
