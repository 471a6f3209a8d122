// What this browser remembers: in localStorage for good, in sessionStorage as long as its
// tab is open. Where storage is blocked, missing or full, the page alone remembers it.

// What the storage refused: it may still have an older value.
const ofPage = {};

// Returns an empty text for what was never remembered.
export const recall = (name, area = "localStorage") => {
  if (name in ofPage) return ofPage[name];
  try {
    return window[area].getItem(`charlie.${name}`) ?? "";
  } catch {
    return "";
  }
};

export const remember = (name, value, area = "localStorage") => {
  try {
    window[area].setItem(`charlie.${name}`, value);
    delete ofPage[name];
  } catch {
    ofPage[name] = value;
  }
};

// The sheet of a suspect: one for the whole table, filled from the card that is tapped and
// again after each update. The traits follow from the suspect's code.
const part = (selector) => document.querySelector(`#suspect-sheet${selector}`);
let shown = "";

// Without a card the sheet names nobody: a card that is gone may be a secret again.
function fill(card) {
  const name = card ? card.querySelector(".card-name").textContent.trim() : "";
  const { accusedBy, stamp = "" } = card?.dataset ?? {};
  const picture = card?.querySelector("use").getAttribute("href") ?? "";
  part(" use").setAttribute("href", picture);
  part(" h3").textContent = name;
  part(" .stamp").textContent = stamp;
  part(" .traits").querySelectorAll("li").forEach((side, place) => {
    side.hidden = Number(shown[place >> 1]) === place % 2;
  });
  // The server lets this button stand there while its player may accuse.
  const button = part(" .button-accuse");
  if (!button) return;
  if (accusedBy && button === document.activeElement) part("").focus();
  const { only = shown } = button.dataset;
  button.hidden = Boolean(accusedBy) || only !== shown;
  button.value = shown;
  button.dataset.accuse = button.hidden ? "" : shown;
  while (button.childNodes[1]) button.lastChild.remove();
  button.append(button.dataset.words.replace("%s", name));
}

// Beside an open sheet a tap on another card would close it.
document.addEventListener("click", ({ target }) => {
  const card = target.closest?.("[popovertarget=suspect-sheet][data-suspect]");
  if (!card || card.dataset.suspect === shown) return;
  if (shown) part("").hidePopover();
  shown = card.dataset.suspect;
  fill(card);
  // Safari gives a tapped button no focus, which a closed sheet gives back.
  card.focus({ preventScroll: true });
});

function empty({ target, newState }) {
  if (target !== part("") || newState === "open") return;
  shown = "";
  fill();
}
document.addEventListener("toggle", empty, true);

document.addEventListener("htmx:after:swap", () => {
  if (!shown) return;
  const card = document.querySelector(`[data-line] [data-suspect="${shown}"]`);
  if (card) fill(card);
  else part("")?.hidePopover();
});

// A sheet that is opened from another one, or from the menu, takes its place.
document.addEventListener("beforetoggle", ({ target, newState }) => {
  // Older browsers close them by themselves (popovers.js).
  if (newState !== "open" || !target.matches(".sheet") || !target.showPopover) return;
  for (const other of document.querySelectorAll(".sheet, .site-menu"))
    if (other.matches(":popover-open")) other.hidePopover();
}, true);
// What unfolds in a sheet is in sight.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.closest(".sheet")) target.scrollIntoView({ block: "nearest" });
}, true);

// What comes later: the buttons that pass something on, and a page without a network.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-share]");
  if (button) import("./share.js").then(({ share }) => share(button)).catch(() => {});
});
// The tap that made the link shares it, too, where the browser still counts it as one.
document.addEventListener("htmx:after:swap", () => {
  document.querySelector("[data-share-now]")?.click();
});
// The first load has enough to fetch. Nothing of the kind exists over plain http.
const install = () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
document.addEventListener("charlie:updated", install, { once: true });

if (!HTMLElement.prototype.hidePopover) import("./popovers.js");
