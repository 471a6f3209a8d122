// Loads what a table's page needs after its first load, or when something happens.
import { say } from "./alerts.js";
import { recall } from "./page.js";

const [LATER, LOAD_LIMIT] = [10000, 3000];
const load = () => import("./keep.js");
// After a change of the network the load may hang in a dead connection.
const giveUp = () => htmx.timeout(LOAD_LIMIT).then(() => Promise.reject());
const inTime = (loading) => Promise.race([loading, giveUp()]);
const reloadLater = () => setTimeout(() => location.reload(), LATER);

// A page that loads itself anew waits for this move.
let moved;
export const waitFor = (move) => (moved = move);
export const keep = () => load().catch(() => {});
export const reload = (note) =>
  inTime(load()).then((kept) => kept.reload(note, () => moved), reloadLater);
// Waits before a move is sent again. Returns an answer if it is not.
export const waitToSend = (answer) =>
  inTime(import("./again.js")).then(({ wait }) => wait(answer, say), () => answer);

const isKept = recall("kept", "sessionStorage");
window.addEventListener("load", () => setTimeout(keep, isKept ? 0 : LATER));
for (const name of ["input", "pointerdown", "keydown", "wheel"])
  window.addEventListener(name, keep, { once: true });
window.addEventListener("charlie:reload", ({ detail }) => reload(detail));

function count() {
  if (document.querySelector(".countdown[data-ends]")) import("./countdown.js").catch(() => {});
}
document.addEventListener("charlie:updated", count);
count();
