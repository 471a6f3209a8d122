// What a table's page needs later than its first load: it keeps what is half typed through a
// reload or the way back.
import { say } from "./alerts.js";
import "./log.js";
import { recall, remember } from "./page.js";
import "./questions.js";
import "./signs.js";
import "./title.js";

const [RELOAD_PAUSE, MOVE_LIMIT, AREA] = [10000, 10000, "sessionStorage"];
const [SEAT_PAUSE, SEAT_LIMIT] = [1000, 3];
const SECRET = ["[type=hidden]", "[type=password]", "[type=file]", "[autocomplete=one-time-code]"];
const FIELDS = "input[name], select[name], textarea[name]";
const find = (id) => document.getElementById(id);
// Another viewer gets nothing of what this one has typed.
const { code, viewer } = find("table").dataset;
const reader = `${code} ${viewer}`;

const stateOf = ({ type }) => (/^(checkbox|radio)$/.test(type) ? "checked" : "value");

// The fields by their forms and names. If several have the same, none counts.
function listFields() {
  const fields = new Map();
  for (const field of document.querySelectorAll(FIELDS)) {
    if (field.matches(SECRET)) continue;
    const form = field.form?.getAttribute("id") ?? field.form?.getAttribute("action");
    const value = stateOf(field) === "checked" ? field.value : "";
    const key = `${form} ${field.name} ${value}`;
    if (form) fields.set(key, fields.has(key) ? null : field);
  }
  return [...fields].filter(([, field]) => field);
}

function isChanged(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const options = [...field.options];
  const usual = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  return field.value !== usual?.value;
}

function fill(field, state) {
  const before = field.value;
  field[stateOf(field)] = state;
  // The choice is gone.
  if (field.selectedIndex === -1) field.value = before;
  const fold = field.closest("details");
  if (fold) fold.open = true;
}

let due, note;

// Firefox brings a page back without it, because the page may not be stored.
window.addEventListener("pagehide", () => {
  const changed = listFields().filter(([, field]) => isChanged(field));
  const kept = changed.map(([key, field]) => [key, field[stateOf(field)]]);
  const left = [note, reader, kept, Boolean(due)];
  remember("kept", due || kept.length ? JSON.stringify(left) : "", AREA);
});

// A sign-up in another tab ends this session a moment before its answer brings the next one:
// a seat is gone if it is gone for some time.
async function waitForSeat() {
  for (let count = 0; count < SEAT_LIMIT; count += 1) {
    await htmx.timeout(SEAT_PAUSE);
    const page = await fetch(`${location.pathname}?again`).then((answer) => answer.text(), String);
    if (page.includes(`data-viewer="${viewer}"`)) return;
  }
}

// The next page does not know of a move that the server has not answered.
async function loadAnew(getMove) {
  if (note === "out" && find("wire").dataset.live === "no") await waitForSeat();
  await Promise.race([getMove(), htmx.timeout(MOVE_LIMIT)]);
  // It is no sign of the person.
  if (!location.search) history.replaceState(null, "", "?again");
  location.reload();
}

// Loads the page anew with this note. A page that was reloaded a moment ago waits, or it
// might do so again and again. A second reason must not break off the first reload.
export function reload(reason, getMove) {
  note = reason || note;
  const [entry] = performance.getEntriesByType("navigation");
  const pause = entry?.type === "reload" ? RELOAD_PAUSE - performance.now() : 0;
  // A page for another viewer has other parts: it begins at the top.
  history.scrollRestoration = "manual";
  due ??= setTimeout(loadAnew, pause, getMove);
}

if (location.search === "?again") history.replaceState(null, "", location.pathname);
const [said, writer, kept, isOwn] = JSON.parse(recall("kept", AREA) || "[]");
remember("kept", "", AREA);
if (said) say(said);
// A reload that somebody asked for empties the fields.
const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
if (writer === reader && (isOwn || isBack)) {
  const states = new Map(kept);
  for (const [key, field] of listFields()) if (states.has(key)) fill(field, states.get(key));
}

const loadSilence = () => import("./silence.js").catch(() => {});
find("people-sheet")?.addEventListener("beforetoggle", loadSilence);

// A TV shows the table: the phone is asked.
function askAboutTv() {
  const isAsked = find("wire").matches("[data-display]");
  if (isAsked) import("./tv.js").then(({ ask }) => ask()).catch(() => {});
}
new MutationObserver(askAboutTv).observe(find("wire"), { attributeFilter: ["data-display"] });
askAboutTv();
