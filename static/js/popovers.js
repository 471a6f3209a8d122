// For older browsers. Without popovers the menu and the sheets open and close by an attribute,
// which a morph ignores. page.js, which loads this, listens for suspects before.
document.documentElement.className = "no-popovers";

// htmx asks each update for a title, and there is none. Chromium before 88 does not know how.
// eslint-disable-next-line no-restricted-syntax
const TITLE = "title:not(svg title)";
if (!CSS.supports(`selector(${TITLE})`)) {
  const { querySelector } = DocumentFragment.prototype;
  DocumentFragment.prototype.querySelector = function (selector) {
    return selector === TITLE ? null : querySelector.call(this, selector);
  };
}

function turn(popover, isOpen) {
  if (popover.hasAttribute("open") === isOpen) return;
  const newState = isOpen ? "open" : "closed";
  const tell = (name) => popover.dispatchEvent(Object.assign(new Event(name), { newState }));
  tell("beforetoggle");
  popover.toggleAttribute("open", isOpen);
  tell("toggle");
  if (isOpen) popover.focus();
}
HTMLElement.prototype.hidePopover = function () {
  turn(this, false);
};

// Without a popover that stays, all are closed.
function close(stays) {
  const all = document.querySelectorAll("[popover][open]");
  all.forEach((each) => each === stays || turn(each, false));
}
document.addEventListener("click", ({ target }) => {
  const name = target.closest?.("[popovertarget]")?.getAttribute("popovertarget");
  const wanted = document.getElementById(name);
  close(wanted ?? target.closest?.("[popover][open]"));
  if (wanted) turn(wanted, !wanted.hasAttribute("open"));
});
// With a modifier a key is the browser's.
document.addEventListener("keydown", ({ altKey, ctrlKey, key, metaKey, shiftKey }) => {
  if (key === "Escape" && !(altKey || ctrlKey || metaKey || shiftKey)) close();
});
