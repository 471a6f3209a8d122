// Watches the table's socket, which hx-ws opens and opens again, and shows in [data-live]
// whether it is heard. Sends moves there, and asks for updates where a push may have been
// missed.
import { say } from "./alerts.js";

// The server says something every 10 s.
const SILENCE = 12500;
const [POLL_PAUSE, TICK, ANSWER_LIMIT, ALL_LIMIT] = [5000, 500, 2500, 2000];
const waiting = new Map();
const [wire, update, watching] = ["wire", "update", "watching"].map((id) =>
  document.getElementById(id),
);
// The message that htmx is taking.
export let incoming;
let [heardAt, askedAt, socket, isRefused] = [Date.now(), Date.now(), null, false];
let [newest, isLost, askedForAllAt] = [0, false, -Infinity];

// The server's clock is ahead of the page's by this much. Its messages take their time, so
// the largest difference is the truest.
let ahead = wire.dataset.now - performance.now();
export const untilServerTime = (time) => time - ahead - performance.now();
export function setClock(now) {
  ahead = Math.max(ahead, now - performance.now());
  document.dispatchEvent(new Event("charlie:clock"));
}
// What loads the page anew needs this file (later.js).
const reload = (detail) => window.dispatchEvent(new CustomEvent("charlie:reload", { detail }));

export const ownNumber = () => Number(document.getElementById("table").dataset.number);
export const isLive = () => wire.dataset.live === "yes";
const show = (live) => wire.setAttribute("data-live", live);

// While a question is on its way htmx drops another, so it is asked again and again.
export function ask() {
  askedAt = Date.now();
  htmx.trigger(update, "charlie:ask");
}
// A question may hang in a network of before.
const stopAsking = () => htmx.trigger(update, "htmx:abort");

// Says over the socket that the page is not what the server believes it is. From then
// on it takes the whole table alone: a part would give it a number that it is not at.
export const askForAll = () => {
  isLost = true;
  if (performance.now() - askedForAllAt < ALL_LIMIT || !isLive()) return;
  askedForAllAt = performance.now();
  tellServer({ lost: true });
};

// Notes what the page has taken. After a backup was brought back no higher number is
// expected.
export const noteTaken = (number, isWhole) => {
  if (isWhole) [newest, isLost, askedForAllAt] = [0, false, -Infinity];
  document.getElementById("table").dataset.number = number;
};

// Notes that the table is at this number at least, and asks for what the page lacks.
export const expect = (number) => {
  newest = Math.max(newest, number);
  if (ownNumber() >= newest) return;
  if (isLive()) askForAll();
  else ask();
};
update.addEventListener("htmx:config:request", ({ detail: { ctx } }) =>
  ctx.request.body.set("since", ownNumber()),
);
update.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response.status === 204) newest = 0;
});

// A dead network may hold back a close for a minute, so the socket is thrown away.
function reconnect() {
  show("no");
  heardAt = Date.now();
  htmx.process(wire, true);
}

function tick() {
  if (!window.htmx) return;
  // The time of day goes on in a phone that sleeps, but may be set, and set back.
  const since = (time) => Math.abs(Date.now() - time);
  if (!isRefused && since(heardAt) > SILENCE) reconnect();
  if (!isLive() && since(askedAt) >= POLL_PAUSE) ask();
  else if (isLive() && isLost) askForAll();
  else expect(0);
}

const toPartial = (target, swap, html) =>
  `<hx-partial hx-target="#${target}" hx-swap="${swap}">${html}</hx-partial>`;

// A new line of the log has no place yet: it comes at the end.
function place([id, html]) {
  const isNewLine = /^log-\d/.test(id) && !document.getElementById(id);
  return toPartial(...(isNewLine ? ["log-lines", "beforeend"] : [id, "outerMorph"]), html);
}

// A greeting and a heartbeat say at which number the page should be.
function checkNumber({ protocol, number, viewer }, connection) {
  const { dataset } = document.getElementById("table");
  const isGreeting = viewer !== undefined;
  if (isGreeting && `${protocol}` !== wire.dataset.protocol) return reload("stale");
  // The session ended, or began, while the page had no socket.
  if (isGreeting && viewer !== dataset.viewer) {
    // With a code of its own, so that the page that goes opens no other socket.
    connection.socket.close(4000);
    return reload("out");
  }
  if (number === ownNumber()) isLost = false;
  else askForAll();
  if (isGreeting) wire.dispatchEvent(new Event("charlie:greeted"));
}

// hx-ws swaps the `content` of a message, as far as the extension lets it.
wire.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
  const message = (incoming = JSON.parse(detail.message.data));
  heardAt = Date.now();
  if (!isLive()) stopAsking();
  show("yes");
  if ("own" in message && isLost && !("table" in message.own)) {
    askForAll();
  } else if ("own" in message) {
    // What is said to this viewer stands in the place of what everybody is shown.
    const parts = Object.entries({ ...message.public, ...message.own });
    detail.message.data = JSON.stringify({ content: parts.map(place).join("") });
  } else if ("alert" in message) {
    const content = toPartial("alert", "innerMorph", message.alert);
    detail.message.data = JSON.stringify({ content });
  } else if ("number" in message && !("key" in message)) {
    checkNumber(message, detail.connection);
  }
  if ("now" in message) setClock(message.now);
  if ("key" in message) {
    waiting.get(message.key)?.(message);
    expect(message.number ?? 0);
  }
  if ("watching" in message) watching.textContent = message.watching;
  if (message.display) wire.setAttribute("data-display", "");
  if ("note" in message) say(message.note);
  const isBark = "reaction" in message;
  if (isBark) import("./silence.js").then(({ hear }) => hear(message)).catch(() => {});
});

// The server drops a move that took much longer than the page's quickest message.
export function tellServer(message) {
  if (socket.readyState !== WebSocket.OPEN) return;
  const now = performance.now() / 1000;
  socket.send(JSON.stringify({ now, hidden: document.hidden, ...message }));
}

wire.addEventListener("htmx:ws:after:connection", ({ detail }) => {
  socket = detail.connection.socket;
  askedForAllAt = -Infinity;
  tellServer();
});

// Sends a move and returns the answer that its acknowledgement stands for; null if the
// move has to go by POST. The update, or the alert, comes by a message of its own.
export const sendBySocket = async (fields) => {
  if (!isLive() || socket?.readyState !== WebSocket.OPEN) return null;
  tellServer({ move: `${fields}` });
  const key = fields.get("key");
  // A double tap sends a move twice, with one key: an acknowledgement is for both.
  const others = waiting.get(key);
  const message = await new Promise((resolve) => {
    waiting.set(key, (answer) => [others, resolve].forEach((each) => each?.(answer)));
    setTimeout(resolve, ANSWER_LIMIT, null);
  });
  waiting.delete(key);
  // A socket that does not answer is not heard: the answer by POST brings the table.
  if (!message) show("no");
  const { again, elsewhere = !message } = message ?? {};
  if (again) return new Response(null, { status: 503, headers: { "Retry-After": again } });
  return elsewhere ? null : new Response(null, { status: 204 });
};

// Sends a move by each socket that opens, until one answers or the move is over.
export const sendByNext = async (fields, over) => {
  let answer = null;
  while (!answer) {
    await new Promise((go) => wire.addEventListener("charlie:greeted", go, { once: true }));
    answer = over.aborted ? over : await sendBySocket(fields);
  }
  return answer;
};

wire.addEventListener("htmx:ws:close", ({ detail: { code } }) => {
  show("no");
  waiting.forEach((resolve) => resolve(null));
  // With a code of its own the server says that there is nothing to come back for.
  isRefused = code >= 4000;
  if (code === 4401) reload("out");
});

// Coming back by the back button, a page finds the socket that it left closed.
function comeBack({ type, persisted = true }) {
  if (socket?.readyState === WebSocket.OPEN) tellServer();
  if (!window.htmx || document.hidden || !persisted) return;
  stopAsking();
  if (!isLive()) ask();
  if (type === "pageshow" || (type === "online" && !isLive())) reconnect();
  tick();
}
// Without a network there is no need to wait for the silence.
window.addEventListener("offline", () => show("no"));
document.addEventListener("visibilitychange", comeBack);
for (const name of ["online", "pageshow"]) window.addEventListener(name, comeBack);
setInterval(tick, TICK);
