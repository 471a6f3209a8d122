// Shows my clue while it is held, because neighbours look. A keyboard opens and closes
// it, and without this file a tap does.
(() => {
  const clueOf = (target) => target?.closest?.(".my-clue");
  let held = null;

  function cover() {
    if (held) held.open = false;
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = clueOf(event.target);
    if (held) held.open = true;
  });
  const ends = ["pointerup", "pointercancel", "blur"];
  ends.forEach((name) => window.addEventListener(name, cover));

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
})();
