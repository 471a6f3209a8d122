// The texts and controls that lie on one another, are cut off, or spill out of their
// control. Everything is measured twice: at the top of the page and at the end of its
// scroll. A part that scrolls under a bar is no fault unless it never comes out again.
() => {
  const CONTROLS =
    "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]";
  const PICTURES = "svg, img, [role=img]";
  // Pixels that two rectangles may share, and that glyphs keep free of their line.
  const SLACK = 1.5;
  // The pairs that may share a place, each with its reason.
  const ALLOWED = [
    ["a text and its own control or picture", (one, other) =>
      one.element.contains(other.element) || other.element.contains(one.element)],
    ["the lines of one block, which the browser keeps apart", (one, other) =>
      one.kind === "text" && other.kind === "text" && one.block === other.block],
    ["a control and the label that belongs to it", (one, other) =>
      [one, other].some(({ element }) => [...(element.labels || [])].some(
        (label) => label.contains(one.element) && label.contains(other.element)))],
    ["what is drawn on a picture: a card's counter, a token's face, a pile's number",
      (one, other) => [one, other].some(({ kind }) => kind === "picture") && one.owner &&
        one.owner === other.owner],
    ["the inside of a control, which counts as a whole", (one, other) =>
      one.control !== other.control &&
      [one, other].some(({ kind, control }) => kind !== "control" && control)],
    ["a bar, where its own parts are at fault already", (one, other) =>
      [[one, other], [other, one]].some(([bar, item]) => bar.kind === "bar" &&
        (item.kind === "bar" || item.layer || faulty.has(item.element)))],
    ["cats of a line, which overlap from the sixth on where it is narrow", (one, other) =>
      one.control?.matches("[data-line] .card") &&
      one.control.closest("[data-line]") === other.control?.closest("[data-line]") &&
      one.control.closest("[data-line]").childElementCount > 5],
    ["what goes away by itself: a message, a bark, a stamp, a clue under a thumb",
      (one, other) => [one, other].some(({ element }) =>
        element.closest(".alerts, .bubble, .stamped, .my-clue-face"))],
  ];
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const up = function* (element) {
    for (let each = element; each; each = each.parentElement) yield each;
  };
  const isFlowing = (element) => ["inline", "contents"].includes(styleOf(element).display);
  const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const cross = (one, other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  const sizeOf = ({ left, top, right, bottom }) => [right - left, bottom - top];
  const isReal = (area, least = SLACK) => sizeOf(area).every((length) => length > least);
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    ![...up(element)].some((each) => {
      const { clipPath, clip, position } = styleOf(each);
      return clipPath.startsWith("inset(50%") || (clip !== "auto" && position === "absolute");
    });

  // Whether a bar has left its place in the page, because it sticks to the screen.
  const isStuck = (element) => {
    if (styleOf(element).position === "fixed") return true;
    const before = element.getBoundingClientRect();
    element.style.position = "static";
    const after = element.getBoundingClientRect();
    element.style.position = "";
    return Math.abs(before.top - after.top) > 1;
  };
  const isOnTop = (element) => element.matches(":popover-open, dialog:modal");
  const isRoot = (element) => element === document.body || element === document.documentElement;

  // What is left of a rectangle inside its boxes, and the first box that cuts it.
  const clip = ({ area, element, kind }) => {
    // A text is inside its element, everything else is an element.
    let position = kind === "text" ? "static" : styleOf(element).position;
    let left = area, cutter = null, isScrolled = false;
    for (const parent of up(kind === "text" ? element : element.parentElement)) {
      if (isRoot(parent) || position === "fixed") break;
      const style = styleOf(parent);
      const holds = style.position !== "static" || style.transform !== "none" ||
        style.containerType !== "normal" || style.contain.includes("paint");
      if (position === "absolute" && !holds) continue;
      const inner = parent.getBoundingClientRect();
      const scrolls = (value) => value === "auto" || value === "scroll";
      const wide = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
      if (style.overflowX !== "visible" && !isFlowing(parent)) {
        Object.assign(wide, { left: inner.left, right: inner.right });
        if (scrolls(style.overflowX)) isScrolled = true;
      }
      if (style.overflowY !== "visible" && !isFlowing(parent)) {
        Object.assign(wide, { top: inner.top, bottom: inner.bottom });
        if (scrolls(style.overflowY)) isScrolled = true;
      }
      const rest = cross(left, wide);
      if (!cutter && sizeOf(left).some((length, axis) => length - sizeOf(rest)[axis] > SLACK)) {
        cutter = { element: parent, isScrolled };
      }
      left = rest;
      if (isOnTop(parent)) break;
      position = style.position;
    }
    return [left, cutter];
  };

  const words = (text) => text.replaceAll(/\s+/g, " ").trim().slice(0, 40);
  const placeOf = (element) => {
    const near = element.closest("[id], [class]");
    if (!near) return element.tagName.toLowerCase();
    return near.id ? `#${near.id}` : `.${near.classList[0]}`;
  };
  const nameOf = ({ kind, element, text }) => {
    if (kind === "text") return `“${text}”`;
    const label = element.getAttribute("aria-label") || element.getAttribute("alt");
    const own = words(element.innerText || label || element.value || "");
    return `[${own || placeOf(element)}]`;
  };
  const describe = (found) => {
    const { element } = found;
    const [area, cutter] = clip(found);
    return {
      ...found, full: found.area, area, cutter,
      block: [...up(element)].find((each) => !isFlowing(each)),
      control: element.closest(CONTROLS),
      owner: element.closest(
        // A verdict's token lies on its case card on purpose: the card owns both.
        "figure, .card, .case-card, .steps-accused, .deck, .pile-size, [data-token], " +
        ".token:not(.case-card *)"),
      layer: [...up(element)].find((each) => bars.has(each) || isOnTop(each)) || null,
      name: nameOf(found),
    };
  };
  // Glyphs leave a part of their line free above and below.
  const inkOf = ({ left, top, right, bottom }) => {
    const height = bottom - top;
    return { left, right, top: top + height * 0.2, bottom: bottom - height * 0.15 };
  };
  function* textsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.data.trim() || element.closest("script, style, template, option, title") ||
        !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const area = inkOf(line);
        if (isReal(area, 1)) yield { kind: "text", element, text: words(node.data), area };
      }
    }
  }
  function* boxesIn(root) {
    for (const element of root.querySelectorAll(CONTROLS)) {
      if (!isSeen(element)) continue;
      const isLink = styleOf(element).display === "inline";
      const parts = isLink ? element.getClientRects() : [element.getBoundingClientRect()];
      for (const part of parts) {
        const area = isLink ? inkOf(part) : box(part);
        if (isReal(area, 2)) yield { kind: "control", element, area };
      }
    }
    for (const element of root.querySelectorAll(PICTURES)) {
      const isDecoration = element.parentElement.closest("[aria-hidden=true], svg");
      if (isDecoration || !isSeen(element)) continue;
      const area = box(element.getBoundingClientRect());
      if (isReal(area, 8)) yield { kind: "picture", element, area };
    }
  }
  function* coversIn() {
    for (const element of bars.keys()) {
      const { backgroundColor, backgroundImage } = styleOf(element);
      const isPainted = backgroundImage !== "none" ||
        !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
      const area = box(element.getBoundingClientRect());
      if (isPainted && isSeen(element) && isReal(area, 2)) yield { kind: "bar", element, area };
    }
  }
  const isBadge = (element, control) => [...up(element)]
    .some((each) => control.contains(each) && each !== control &&
      styleOf(each).position === "absolute");

  const screen = document.documentElement;
  const isHeld = [screen, document.body].some(
    (each) => ["hidden", "clip"].includes(styleOf(each).overflowY));
  const cutOf = (item) => {
    const { area, full, cutter, layer, kind, element } = item;
    // The texts of a control tell more than its box.
    if (["picture", "bar"].includes(kind)) return null;
    if (kind === "control" && element.innerText?.trim()) return null;
    const lost = sizeOf(full).map((length, axis) =>
      Math.min(length, length - Math.max(0, sizeOf(area)[axis])));
    if (cutter && !cutter.isScrolled && isReal(cutter.element.getBoundingClientRect(), 2) &&
      Math.max(...lost) > SLACK) {
      return [lost, `its box ${placeOf(cutter.element)}`];
    }
    if (cutter) return null;
    const sideways = Math.max(-full.left, full.right - screen.clientWidth);
    if (sideways > SLACK) return [[sideways, 0], "the screen"];
    const isFixed = layer && styleOf(layer).position === "fixed";
    const end = isFixed || isHeld ? innerHeight : screen.scrollHeight - scrollY;
    const start = isFixed || isHeld ? 0 : -scrollY;
    const along = Math.max(start - full.top, full.bottom - end);
    return along > SLACK ? [[0, along], "the screen"] : null;
  };
  // Whether an overlap counts: a bar may cover what scrolling brings out again, but
  // not another bar, because each is there to be seen all the time.
  const stays = (one, other, at) => {
    if (one.layer === other.layer) return true;
    if ([one, other].some(({ layer }) => layer && isOnTop(layer))) return false;
    // A bar that rests in its place, like the button that starts a game, scrolls too.
    const [bar, second] = [one.layer, other.layer].filter((layer) => bars.get(layer));
    if (!bar || second) return true;
    const { top, bottom } = bar.getBoundingClientRect();
    return (top + bottom) / 2 < innerHeight / 2 ? at.isTop : at.isEnd;
  };
  let bars = new Map(), faulty = new Set();
  const lookAt = (root, at) => {
    styles.clear();
    const found = [...document.querySelectorAll("body *")].filter(
      (each) => ["sticky", "fixed"].includes(styleOf(each).position));
    bars = new Map(found.map((each) => [each, isStuck(each)]));
    styles.clear();
    const items = [...textsIn(root), ...boxesIn(root), ...coversIn()].map(describe);
    const faults = [];
    for (const item of items) {
      const cut = cutOf(item);
      if (cut) faults.push({ kind: "cut", one: item.name, other: cut[1], px: cut[0] });
      const own = item.kind === "text" && item.control;
      if (own && !isFlowing(own) && !item.cutter && !isBadge(item.element, own)) {
        const edge = own.getBoundingClientRect();
        const [width, height] = [
          Math.max(edge.left - item.area.left, item.area.right - edge.right),
          Math.max(edge.top - item.area.top, item.area.bottom - edge.bottom),
        ];
        if (Math.max(width, height) > SLACK && isReal(edge, 2)) {
          const px = [Math.max(0, width), Math.max(0, height)];
          faults.push({ kind: "spill", one: item.name, other: "its control", px });
        }
      }
    }
    const visible = items.filter(({ area }) => isReal(area));
    faulty = new Set();
    visible.sort((one, other) =>
      (one.kind === "bar") - (other.kind === "bar") || one.area.top - other.area.top);
    visible.forEach((other, index) => {
      for (const one of visible.slice(0, index)) {
        const shared = cross(one.area, other.area);
        if (!isReal(shared) || !stays(one, other, at)) continue;
        if (ALLOWED.some(([, isAllowed]) => isAllowed(one, other))) continue;
        faults.push(
          { kind: "overlap", one: one.name, other: other.name, px: sizeOf(shared) });
        faulty.add(one.element).add(other.element);
      }
    });
    return faults;
  };

  for (const animation of document.getAnimations()) {
    try { animation.finish(); } catch { animation.cancel(); }
  }
  const root = document.querySelector(":popover-open:not(.alerts), dialog:modal") || document.body;
  const start = [scrollX, scrollY];
  const found = new Map();
  for (const place of ["top", "end"]) {
    scrollTo({ top: place === "top" ? 0 : screen.scrollHeight, behavior: "instant" });
    const most = screen.scrollHeight - innerHeight;
    const at = { isTop: scrollY < 1, isEnd: scrollY > most - 1 };
    for (const fault of lookAt(root, at)) {
      const key = [fault.kind, fault.one, fault.other].join("|");
      const px = fault.px.map(Math.round);
      const places = [...(found.get(key)?.at || []), place];
      if (!found.get(key) || !found.get(key).at.includes(place)) {
        found.set(key, { ...fault, px, at: places });
      }
    }
  }
  scrollTo(...start);
  return [...found.values()];
}
