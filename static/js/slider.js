// Chromium moves a slider by Alt and an arrow, too, which lead back and forth elsewhere. With
// a modifier the slider has nowhere to go, so that the browser takes the key.
document.addEventListener("keydown", ({ altKey, ctrlKey, metaKey, shiftKey, target }) => {
  const { type, min, max, value } = target;
  const isPlain = !(altKey || ctrlKey || metaKey || shiftKey);
  if (type !== "range" || isPlain || min === max) return;
  target.min = target.max = value;
  setTimeout(() => Object.assign(target, { min, max }));
});
