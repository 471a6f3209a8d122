// The great moments: where the page begins, the marks of a reveal, its own pace, and what
// comes with the first of them.
import { say } from "./alerts.js";

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
document.addEventListener("charlie:updated", mark);
mark();

// A reveal that comes while the page looks on is told at its own pace, once, also if the game
// ends meanwhile. The styles have its length: none where motion is reduced.
const LENGTH = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--reveal"));
const isRevealed = () => Boolean(document.querySelector("#reveal:not([hidden])"));
let telling = 0;
document.body.classList.toggle("is-told", isRevealed());
function tell(isOn) {
  clearTimeout(telling);
  document.body.classList.toggle("is-telling", isOn);
  document.body.classList.toggle("is-told", !isOn);
  if (isOn) telling = setTimeout(tell, LENGTH, false);
  else document.dispatchEvent(new Event("charlie:told"));
}
document.addEventListener("charlie:updated", ({ detail: happened }) => {
  if (happened.has("revealed")) tell(isRevealed() && LENGTH > 0);
  else if (telling && !isRevealed()) tell(false);
  if (!isRevealed()) document.body.classList.remove("is-told");
});

// What comes with the first great moment.
document.addEventListener("charlie:updated", ({ detail: happened }) => {
  if (!happened.has("accused") && !happened.has("revealed")) return;
  import("./reactions.js").then(({ cheer }) => cheer(happened, say, tell)).catch(() => {});
});
