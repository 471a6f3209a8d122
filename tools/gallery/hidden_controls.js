// The controls that no scrolling brings into reach as a whole, and the words that are cut
// off without an ellipsis. Nothing has to be in reach behind an open sheet or under an
// alert, because both go away.
() => {
  const CONTROLS = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const sheet = document.querySelector(":popover-open:not(.alerts)");
  const all = (selector) => [...(sheet || document).querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && box(element).width > 1;
  const name = ({ outerHTML }) => outerHTML.replaceAll(/\s+/g, " ").slice(0, 100);
  const isMetAt = (element, block) => {
    element.scrollIntoView({ block, inline: "center" });
    const { left, right, top, bottom } = element.getClientRects()[0];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [left + 4, y], [right - 4, y], [x, top + 4], [x, bottom - 4]];
    return points.every((point) => {
      const met = document.elementFromPoint(...point);
      return met && (element.contains(met) || met.closest("label")?.contains(element) ||
        met.closest(".alerts"));
    });
  };
  const isMet = (element) => ["center", "start"].some((place) => isMetAt(element, place));
  // Words of an SVG have no scroll width of their own.
  const hasWords = ({ childNodes, ownerSVGElement }) =>
    !ownerSVGElement && [...childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isCut = (element) => {
    const { overflowX, display, textOverflow } = getComputedStyle(element);
    return overflowX !== "auto" && display !== "inline" && textOverflow !== "ellipsis" &&
      element.scrollWidth > element.clientWidth + 1;
  };
  // The button that accuses takes no tap in its first moment.
  document.getAnimations().filter(({ animationName }) => animationName?.startsWith("locked"))
    .forEach((animation) => animation.finish());
  const start = [scrollX, scrollY];
  const faults = [
    ...all(CONTROLS).filter((element) => isSeen(element) && !isMet(element))
      .map((element) => `out of reach: ${name(element)}`),
    ...all("*").filter((element) => isSeen(element) && hasWords(element) && isCut(element))
      .map((element) => `cut off: ${name(element)}`),
  ];
  scrollTo(...start);
  return faults;
}
