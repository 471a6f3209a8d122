// What a table's page tells its viewer, and takes as its settings.
import { recall, remember } from "./page.js";

// The sentences at the head of a table's page: the server's in #alert, and the page's own,
// also after it has loaded itself anew.
const [LATER, LOAD_LIMIT] = [10000, 3000];
const { dataset } = document.getElementById("wire");
const alerts = document.getElementById("alert");

// Shows a sentence, or that which #wire has under this name; without one, none.
export const say = (sentence) => {
  const note = document.createElement("p");
  note.className = "alert";
  note.textContent = dataset[sentence] ?? sentence ?? "";
  alerts.textContent = "";
  if (note.textContent) alerts.append(note);
};

// An alert is raised above whatever sheet is open, and goes when it is tapped.
function raise() {
  if (!alerts.showPopover) return; // Without popovers nothing lies above it.
  alerts.popover = "manual";
  // Chrome 114 refuses to hide what is not shown.
  if (alerts.matches(":popover-open")) alerts.hidePopover();
  if (alerts.firstElementChild) alerts.showPopover();
}
new MutationObserver(raise).observe(alerts, { childList: true });
alerts.addEventListener("click", () => say());

// The first load has enough to fetch: the rest comes a little later, or when needed. It
// imports this file, and the storage of hashed names allows no circle: its name is in #wire.
const load = () => import(dataset.keep);
// After a change of the network the load may hang in a dead connection.
const giveUp = () => htmx.timeout(LOAD_LIMIT).then(() => Promise.reject());
const reloadLater = () => setTimeout(() => location.reload(), LATER);
// A page that loads itself anew waits for this move.
export let moved;
export const waitFor = (move) => (moved = move);

const inTime = (loading) => Promise.race([loading, giveUp()]);
export const keep = () => load().catch(() => {});
export const reload = (note) => inTime(load()).then((kept) => kept.reload(note), reloadLater);
// Waits before a move is sent again. Returns an answer if it is not.
export const waitToSend = (answer) =>
  inTime(import("./again.js")).then(({ wait }) => wait(answer, say), () => answer);
const isKept = recall("kept", "sessionStorage");
window.addEventListener("load", () => setTimeout(keep, isKept ? 0 : LATER));
for (const name of ["input", "pointerdown", "keydown", "wheel"])
  window.addEventListener(name, keep, { once: true });

// Counts down to the end of a time limit, by the server's clock.

// The server's clock is ahead of the page's by this much. Its messages take their time, so
// the largest difference is the truest.
let ahead = dataset.now - performance.now();
export function setClock(now) {
  ahead = Math.max(ahead, now - performance.now());
  startCountdown();
}

let later;
// An animation counts down (countdown.css). The policy allows no style in HTML.
function startCountdown() {
  const timer = document.querySelector(".countdown[data-ends]");
  if (!timer) return;
  const left = Math.max(timer.dataset.ends - performance.now() - ahead, 0) / 1000;
  const [from, number] = [Math.ceil(left), timer.querySelector("b")];
  timer.querySelector("[data-left]").textContent = from;
  // Without registered properties no animation counts: Firefox before 128.
  clearTimeout(later);
  if (!window.CSS.registerProperty) {
    number.textContent = from;
    if (from) later = setTimeout(startCountdown, 1000);
    return;
  }
  number.textContent = "";
  number.style.setProperty("--from", from);
  for (const motion of number.getAnimations({ subtree: true })) {
    motion.currentTime = (from - left) * 1000;
  }
}

document.addEventListener("charlie:updated", startCountdown);
startCountdown();

// The title and icon of a hidden tab.
const icon = document.querySelector("link[rel=icon]");
const [title, calm] = [document.title, icon.href];
const CALLS = ".status-sentence[data-mine], div.question p, .question[open] p";

function retitle() {
  const called = document.hidden && document.querySelector(CALLS);
  document.title = called ? called.textContent.trim() : title;
  icon.href = called ? icon.dataset.turn : calm;
}
document.addEventListener("visibilitychange", retitle);

// A round, the reveal and the result begin at the top, wherever the page stood.
const TOPS = ["sides", "suspects", "cafe", "review", "over"];
let shown = document.getElementById("table").dataset.phase;
document.addEventListener("charlie:updated", () => {
  const { phase } = document.getElementById("table").dataset;
  if (phase !== shown && TOPS.includes(phase)) window.scrollTo(0, 0);
  shown = phase;
});

// Suspects that a clue rules out go dark, and the chief is crowned (motion.css).
function mark(event) {
  // A hint speaks of the card before.
  const hints = event && document.querySelector(".hints");
  if (hints) hints.textContent = "";
  const { chief, misfits = "" } = document.getElementById("reveal")?.dataset ?? {};
  const cardOf = (suspect) => document.querySelector(`.card[data-suspect="${suspect}"]`);
  cardOf(chief)?.toggleAttribute("data-chief", true);
  for (const [suspect, place] of misfits.split(" ").map((each) => each.split("."))) {
    cardOf(suspect)?.setAttribute("data-misfit", place);
  }
}
for (const follow of [retitle, mark]) {
  document.addEventListener("charlie:updated", follow);
  follow();
}

// A reveal that comes while the page looks on is told at its own pace, also if the game
// ends meanwhile. The styles have its length: none where motion is reduced.
const LENGTH = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--reveal"));
const isRevealed = () => Boolean(document.querySelector("#reveal:not([hidden])"));
let telling = 0;
function tell(isOn) {
  clearTimeout(telling);
  document.body.classList.toggle("is-telling", isOn);
  if (isOn) telling = setTimeout(tell, LENGTH, false);
  else document.dispatchEvent(new Event("charlie:told"));
}
document.addEventListener("charlie:updated", ({ detail: happened }) => {
  if (happened.has("revealed")) tell(isRevealed() && LENGTH > 0);
  else if (telling && !isRevealed()) tell(false);
});

// The switches of this device, and a screen that stays awake. Sounds and vibration come with
// the first touch (sound.js): no page may sound or shake before it.
const settings = document.getElementById("settings");
const switches = [...settings.querySelectorAll("[type=checkbox]")];
let lock;

export const isOn = (name) => switches.some((box) => box.name === name && box.checked);
const loadSound = () => import("./sound.js").then(({ begin }) => begin(isOn)).catch(() => {});
document.addEventListener("pointerdown", loadSound, { once: true, capture: true });
document.addEventListener("keydown", loadSound, { once: true, capture: true });

// A browser may refuse it once, or take it back: the next tap or update asks again.
function askForLock() {
  const asked = navigator.wakeLock.request("screen").catch(() => null);
  const forget = () => lock === asked && (lock = null);
  asked.then((held) => (held ? held.addEventListener("release", forget) : forget()));
  return asked;
}

function stayAwake() {
  const { phase } = document.getElementById("table").dataset;
  if (!isOn("awake") || document.hidden || ["lobby", "over"].includes(phase)) {
    lock?.then((held) => held?.release());
    lock = null;
  } else if (navigator.wakeLock) {
    lock ??= askForLock();
  } else if (!recall("hint")) {
    remember("hint", "shown");
    say(settings.dataset.hint);
  }
}

document.addEventListener("charlie:display", () => {
  if (!isOn("beside-tv")) import("./tv.js").then(({ ask }) => ask()).catch(() => {});
});

for (const box of switches) {
  const chosen = recall(box.name);
  if (chosen) box.checked = chosen === "on";
  box.addEventListener("change", () => {
    remember(box.name, box.checked ? "on" : "off");
    stayAwake();
  });
}
// The hand comes with its switch.
const beside = switches.find(({ name }) => name === "beside-tv");
const showHand = () => beside?.checked && import("./tv.js").catch(() => {});
beside?.addEventListener("change", showHand);
showHand();
document.addEventListener("charlie:updated", stayAwake);
for (const name of ["click", "visibilitychange"]) document.addEventListener(name, stayAwake);
stayAwake();

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

// What comes with the first great moment.
document.addEventListener("charlie:updated", ({ detail: happened }) => {
  if (!happened.has("accused") && !happened.has("revealed")) return;
  import("./reactions.js").then(({ cheer }) => cheer(happened, say, tell)).catch(() => {});
});

document
  .getElementById("people-sheet")
  ?.addEventListener("beforetoggle", () => import("./silence.js").catch(() => {}));

// A button that goes on, or gets new words, may be under a thumb: it is locked for a second.
const goesOn = () => document.querySelector("[data-move=done] button, .result form .button-main");
let words = goesOn()?.textContent;
document.addEventListener("charlie:updated", () => {
  const button = goesOn();
  if (button && button.textContent !== words) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), 1000);
  }
  words = button?.textContent;
});
