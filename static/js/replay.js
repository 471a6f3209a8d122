// A replay by arrow keys, by its slider, and by itself. Links and a form do the same.
(() => {
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const find = (selector) => document.querySelector(selector);
  let timer = null;

  async function show(url) {
    clearTimeout(timer);
    const answer = await fetch(url);
    // The link was withdrawn: its page says so.
    if (!answer.ok) return location.assign(url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["table", "controls", "around"]) {
      document.getElementById(id).replaceWith(page.getElementById(id));
    }
    history.replaceState(null, "", url);
    return prepare();
  }
  const go = (where) => show(find(`[data-go=${where}]`).href).catch(() => {});
  function prepare() {
    clearTimeout(timer);
    find("[data-without-script]").hidden = true;
    const { value, max } = find("[name=at]");
    const wait = Number(find("[data-play]").value);
    if (wait && value !== max) timer = setTimeout(() => go("next"), wait);
  }
  document.addEventListener("keydown", ({ key, target, altKey }) => {
    if (KEYS[key] && !altKey && !target.closest("select, input")) go(KEYS[key]);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-play]")) prepare();
    if (target.name === "at") show(`?${new URLSearchParams(new FormData(target.form))}`);
  });
  find("#player").hidden = false;
  prepare();
})();
