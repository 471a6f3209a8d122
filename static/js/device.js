// The switches of this device, and a screen that stays awake. Sounds and vibration come with
// the first touch (sound.js): no page may sound or shake before it.
import { say } from "./alerts.js";
import { recall, remember } from "./page.js";

const settings = document.getElementById("settings");
const switches = [...settings.querySelectorAll("[type=checkbox]")];
let lock;

const isOn = (name) => switches.some((box) => box.name === name && box.checked);
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

for (const box of switches) {
  const chosen = recall(box.name);
  if (chosen) box.checked = chosen === "on";
  box.addEventListener("change", () => {
    remember(box.name, box.checked ? "on" : "off");
    stayAwake();
  });
}
// What a phone beside a TV shows has a file and a style sheet of its own.
const beside = switches.find(({ name }) => name === "beside-tv");
const loadHand = () => import("./tv.js").catch(() => {});
beside?.addEventListener("change", loadHand);
if (beside?.checked) loadHand();
document.addEventListener("charlie:updated", stayAwake);
for (const name of ["click", "visibilitychange"]) document.addEventListener(name, stayAwake);
stayAwake();
