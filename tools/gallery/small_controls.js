// What fingers have to meet and is too small: moves and tools of the game are 48 px large,
// cats and all others 44. A link in a sentence is as high as its line, and a box is met by
// its label.
() => {
  const CONTROLS = [
    "button", "summary", "select", "textarea", "a.button", "input:not([type=hidden])",
  ].join();
  const size = (element) => {
    const label = element.matches("input") && element.closest("label");
    const { width, height } = (label || element).getBoundingClientRect();
    return Math.min(width, height);
  };
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && size(element) > 1;
  const GAME = "form[data-move], .button-game, .hand";
  const least = (element) => (element.closest(GAME) ? 48 : 44);
  return [...document.querySelectorAll(CONTROLS)]
    .filter((element) => isSeen(element) && size(element) < least(element) - 0.5)
    .map((element) => `${size(element)} px: ${element.outerHTML.slice(0, 120)}`);
}
