// What htmx does not know about swapping the table's parts: one more swap style, what
// a morph must leave alone, updates of which only the alert counts, and the focus.
window.charlie = window.charlie ?? {};
(() => {
  // Synchronises the root element and leaves its children, open popovers and focus.
  function copyAttributes(target, source) {
    for (const { name, value } of source.attributes) {
      if (target.getAttribute(name) !== value) target.setAttribute(name, value);
    }
    for (const name of target.getAttributeNames()) {
      const isOurs = name === "open" || name === "data-htmx-powered";
      if (!isOurs && !source.hasAttribute(name)) target.removeAttribute(name);
    }
  }

  function hasPicked({ form, name }) {
    const pick = form?.querySelector(`[name="${name}"]:checked`);
    return Boolean(pick && !pick.defaultChecked);
  }

  const extension = {
    handle_swap(style, target, fragment) {
      if (style !== "shallow") return false;
      copyAttributes(target, fragment.firstElementChild);
      return true;
    },
    // What the player opened or picked stays so, and what is being sent stays marked:
    // the server knows of none of it.
    htmx_before_morph_attr(element, { attrName }) {
      if (attrName === "open") return false;
      if (attrName === "checked") return !hasPicked(element);
      const isMark = attrName === "aria-busy" || attrName === "aria-disabled";
      return !(isMark && charlie.isBusy(element));
    },
  };
  const register = () => htmx.registerExtension("table", extension);
  document.addEventListener("htmx:before:process", register, { once: true });

  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (!("onlyAlert" in ctx)) return;
    // A part without a place means that this page is not what the server believes it
    // is, so no part of that update is safe to show.
    ctx.isLost = tasks.some((task) => !task.target);
    if (!ctx.isLost && !ctx.onlyAlert) return;
    const alerts = tasks.filter((task) => task.target?.id === "alert");
    tasks.splice(0, tasks.length, ...alerts);
  });

  function ancestors(element) {
    if (!element || element === document.body) return [];
    return [element, ...ancestors(element.parentElement)];
  }

  // A focus that falls to the body sends a keyboard or a screen reader to the top.
  function restoreFocus(trail) {
    if (!trail.length || document.activeElement !== document.body) return;
    const twin = trail[0].id && document.getElementById(trail[0].id);
    const isHolder = (node) => node.isConnected && node.hasAttribute("tabindex");
    (twin || trail.find(isHolder))?.focus({ preventScroll: true });
  }

  // Returns whether every part found its place. The parts are in when it returns.
  charlie.swap = (text, { onlyAlert = false } = {}) => {
    const target = charlie.wire();
    const ctx = { text, onlyAlert, sourceElement: target, target, swap: "none" };
    const trail = ancestors(document.activeElement);
    htmx.swap(ctx).catch(() => charlie.reload());
    restoreFocus(trail);
    return !ctx.isLost;
  };
})();
