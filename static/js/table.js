// The htmx extension of a table's page (docs/updates.md). It adds numbers of updates, keys
// of moves, the socket as another way for a move, and what a swap keeps.
import { say } from "./alerts.js";
import "./clue.js";
import "./device.js";
import { keep, reload, waitFor, waitToSend } from "./later.js";
import "./reveal.js";
import {
  askForAll,
  expect,
  incoming,
  isLive,
  noteTaken,
  ownNumber,
  sendByNext,
  sendBySocket,
} from "./socket.js";

const PAUSES = [0, 500, 1000, 2000, 4000, 4000, 4000, 4000];
const [SEND_LIMIT, PUSH_LIMIT, HOLD_LIMIT, LOG_LINES] = [6000, 500, 200, 24];
const keys = {};
const find = (id) => document.getElementById(id);
const table = () => find("table");

const toHex = (byte) => byte.toString(16).padStart(2, "0");
const makeDigits = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join("");
// crypto.randomUUID does not exist over plain http, where phones at home play.
const makeKey = () => makeDigits().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

const HEADERS = ["Table-Number", "HX-Redirect", "HX-Refresh", "Retry-After"];
const isOfTable = ({ headers, status }) =>
  status === 204 || HEADERS.some((name) => headers.has(name));

// A gateway without an answer of ours says 502 to 504, a network that wants a sign-in 511.
// Our 503 says when to try again.
const isForNow = ({ headers, status }) => status === 503 && headers.get("Retry-After") > 0;
const isAnswer = (response) => response?.status < 502 || (response && isForNow(response));

// Returns a gateway's status where no answer comes, where it breaks off, or where a network
// that wants a sign-in answers: with a whole page instead of a part, or as no table does.
async function send(action, request, isAnswered = () => true) {
  try {
    const answer = await fetch(action, request);
    const text = await answer.clone().text();
    if (isAnswered(answer) && !/^\s*<(!d|ht)/i.test(text)) return answer;
  } catch {}
  return new Response(null, { status: 504 });
}

const sendToTable = (action, request) => send(action, request, isOfTable);

// Sends a move, and once more if the site cannot take it now, while the page shows what the
// player saw. Its key stays until the table has moved on.
async function sendMove(action, request) {
  const { body } = request;
  for (const name of ["csrfmiddlewaretoken", "key"]) body.delete(name);
  body.set("key", (keys[`${body}#${table().dataset.moves}`] ??= makeKey()));
  const number = ownNumber();
  const answer = await sendUntilAnswered(action, request);
  if (!isForNow(answer)) return answer;
  const isOver = await waitToSend(answer);
  if (isOver || number !== ownNumber()) return isOver ?? answer;
  return sendUntilAnswered(action, request);
}

async function sendUntilAnswered(action, request) {
  const { body } = request;
  const answer = await sendBySocket(body);
  if (isAnswer(answer)) return answer;
  // In another network each connection of before may be dead: a new socket is not.
  const over = new AbortController();
  const ways = [post(action, request, over.signal), sendByNext(body, over.signal)];
  return Promise.race(ways).finally(() => over.abort());
}

async function post(action, request, over) {
  let answer;
  for (const pause of PAUSES) {
    if (isAnswer(answer)) break;
    await htmx.timeout(pause);
    if (over.aborted) break;
    request.headers["Table-Live"] = isLive();
    answer = await sendToTable(action, { ...request, signal: AbortSignal.timeout(SEND_LIMIT) });
  }
  return answer;
}

const noteMove = (...request) => waitFor(sendMove(...request));

// The number of the table in an answer; undefined if it is no answer of a table.
const readNumber = (headers) =>
  headers?.has("Table-Number") ? Number(headers.get("Table-Number")) : undefined;

// How often the page has taken content. A question that was sent before may bring an
// older state of the table.
let taken = 0;

// While the socket is heard, the page is what the socket has sent. Without it a whole
// answer counts if its number is another one, or if it answers the page's own move.
function isWanted({ request, takenBefore }, number) {
  if (isLive()) return false;
  if (request.method === "POST") return number >= ownNumber();
  return number !== ownNumber() && takenBefore === taken;
}

// Sets attributes of an element that is not sent itself; null removes one.
function mark([id, attributes]) {
  const element = find(id);
  for (const [name, text] of Object.entries(attributes)) {
    if (text === null) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
}

// A page that was not asked for older lines shows the last ones alone.
function dropOldLines() {
  const older = document.querySelector("#log-older:not([data-whole]):not(.htmx-request)");
  const lines = older ? [...older.parentElement.querySelectorAll("p")] : [];
  const tooMany = lines.splice(0, Math.max(0, lines.length - LOG_LINES));
  for (const line of tooMany) line.remove();
  if (tooMany.length) [older.hidden, older.value] = [false, lines[0].id.slice(4)];
}

// A focus that falls to the body sends a keyboard or a screen reader to the top.
function restoreFocus(held, holder) {
  if (held === document.body) return;
  for (const next of [find(held.id), holder, table()])
    if (document.activeElement === document.body) next?.focus({ preventScroll: true });
}

const extension = {
  // htmx calls `ctx.fetch`.
  htmx_before_request(element, { ctx }) {
    ctx.fetch = ctx.target === table() ? sendToTable : send;
    if (ctx.target !== table()) return void keep();
    const { body, submitter } = ctx.request;
    ctx.takenBefore = taken;
    if (element.matches("[data-move]")) ctx.fetch = noteMove;
    ctx.sheet = submitter?.closest("[popover]");
    ctx.suspect = submitter?.value;
    if (submitter) say(); // What the page sends by itself keeps the alert.
    // The browser's own part of the shuffles (docs/fairness.md).
    if (body?.get("contribution") === "") body.set("contribution", makeDigits());
  },

  htmx_after_request(element, { ctx: { hx, request, response, sheet, suspect, target } }) {
    if (target !== table()) return;
    const isTold = response.status < 400 || response.headers.has("Table-Number");
    // An open sheet would cover what the answer says, unless it shows another suspect.
    const isSame = request.submitter?.value === suspect;
    if (isSame && sheet?.getClientRects().length) sheet.hidePopover();
    if (hx.refresh) reload(request.method === "POST" ? "stale" : "");
    else if (!isTold && request.method === "POST") say("failed");
    // An accusation that waits for others counts in a moment.
    const isWaiting = response.status === 202 && !isLive();
    if (isWaiting) setTimeout(() => expect(ownNumber() + 1), HOLD_LIMIT);
    return !hx.refresh;
  },

  // An alert is for this player alone, and counts in any case.
  htmx_before_swap(element, { ctx, tasks }) {
    const held = document.activeElement;
    ctx.before = { held, holder: held.closest("[tabindex]"), ...table().dataset };
    // An acknowledgement names a number and may have an alert, but no content.
    const push = element.id === "wire" && "own" in incoming ? incoming : null;
    const number = (ctx.number = push ? push.number : readNumber(ctx.response?.headers));
    if (number === undefined) return;
    // The content of such an answer is pushed, and may still be on its way.
    if (ctx.response?.status === 204) return void setTimeout(expect, PUSH_LIMIT, number);
    const marks = push?.marks ?? {};
    // Without a place for a part the page is not what the server believes it is.
    const places = [...Object.keys(marks).map(find), ...tasks.map(({ target }) => target)];
    const isWhole = tasks.some(({ target }) => target === table());
    // What an update names; a whole table, which heals a page, names nothing.
    ctx.happened = new Set([...(push?.happened ?? []), ...(push?.yours ? ["yours"] : [])]);
    ctx.isTaken = push ? places.every(Boolean) : isWhole && isWanted(ctx, number);
    if (ctx.isTaken) {
      Object.entries(marks).forEach(mark);
      noteTaken(number, isWhole);
      taken += 1;
      return;
    }
    tasks.splice(0, tasks.length, ...tasks.filter(({ target }) => target?.id === "alert"));
    if (push) askForAll();
    else setTimeout(expect, PUSH_LIMIT, number);
  },

  htmx_after_swap(element, { ctx }) {
    const { held, holder, viewer } = ctx.before;
    restoreFocus(held, holder);
    if (ctx.number === undefined) return;
    ctx.isSwapped = true;
    dropOldLines();
    // The dog that was picked may be somebody else's now.
    const free = document.querySelector("[name=investigator][checked]");
    if (free && !free.form.querySelector(":checked")) free.checked = true;
    if (ctx.isTaken) document.dispatchEvent(new CustomEvent("charlie:updated", { detail: ctx.happened }));
    // What holds until something happens at the table.
    const passing = find("alert").querySelector("[data-passing]");
    if (ctx.isTaken && `${ctx.number}` !== ctx.before.number) passing?.remove();
    // A page of a seat that is gone, perhaps to an account, or was taken elsewhere.
    const [isOut, wasOut] = [table().dataset.viewer, viewer].map((is) => is === "spectator");
    const isRefused = ctx.response?.status === 403;
    const said = find("alert").textContent.trim() || (wasOut ? "" : "out");
    if (isOut !== wasOut || isRefused) reload(said);
  },

  htmx_finally_swap(element, { ctx }) {
    if (ctx.isTaken && !ctx.isSwapped) reload();
  },

  // What the server does not know stays so: what the player has picked, and that an answer
  // is still on its way, although its update is here already.
  htmx_before_morph_attr({ classList, form, name }, { attrName }) {
    if (attrName === "class" && classList.contains("htmx-request")) return false;
    const pick = attrName === "checked" && form?.querySelector(`[name="${name}"]:checked`);
    return !pick || pick.defaultChecked;
  },
};

// The scripts stand before htmx, which may look at the page before a later one runs.
const register = () => htmx.registerExtension("table", extension);
document.addEventListener("htmx:before:process", register, { once: true });
