// Runs socket.js, table.js and signs.js without a browser, step by step, and prints what they do.
// It reads lists of steps as JSON (vectors.py); time stands still between two steps.
import { readFileSync } from "node:fs";
import { SourceTextModule, SyntheticModule } from "node:vm";

const { scripts, vectors } = JSON.parse(readFileSync(0, "utf8"));
const pause = () => new Promise((resolve) => setImmediate(resolve));
let [now, timers, done, page] = [0, [], [], null];
Date.now = () => now;
performance.now = () => now;
globalThis.setTimeout = (call, delay = 0, ...args) =>
  timers.at(timers.push([now + Math.max(0, delay), call, args]) - 1);
globalThis.clearTimeout = (timer) => (timers = timers.filter((each) => each !== timer));
globalThis.setInterval = () => {};
AbortSignal.timeout = () => undefined;

class Part {
  constructor(id, dataset = {}) {
    Object.assign(this, { id, dataset, listeners: {}, textContent: "" });
  }
  addEventListener(name, call, { once } = {}) {
    this.listeners[name] ??= [];
    const forget = () => this.listeners[name].splice(this.listeners[name].indexOf(add), 1);
    const add = once ? (event) => (forget(), call(event)) : call;
    this.listeners[name].push(add);
  }
  dispatchEvent({ type, detail }) {
    this.fire(type, detail);
  }
  fire(name, detail = {}) {
    for (const call of [...(this.listeners[name] ?? [])]) call({ type: name, detail, target: this, ...detail });
  }
  setAttribute(name, value) {
    this.dataset[name.replace("data-", "")] = value;
  }
  matches(selector) {
    return selector === "[data-move]" && this.isMove;
  }
  closest() {
    return null;
  }
  querySelector() {
    return null;
  }
  focus() {}
  getAnimations() {
    return [];
  }
}

// What these modules export needs a real page.
const feedback = {
  say: (sentence) => (page.isAsking = sentence === "still"),
  keep() {},
  waitFor: (move) => move,
  // The words of the wait stay: neither the player nor the table takes them away.
  waitToSend: ({ headers }) =>
    new Promise((end) => setTimeout(end, 1000 * headers.get("Retry-After"))),
  reload: (note = "") => done.push(["reload", note]),
};

// Runs the scripts anew, each after those that it imports.
async function run(scripts) {
  const modules = {};
  for (const name of ["alerts", "clue", "device", "later", "reveal"])
    modules[`./${name}.js`] = new SyntheticModule(Object.keys(feedback), function () {
      for (const [name, value] of Object.entries(feedback)) this.setExport(name, value);
    });
  for (const [name, script] of Object.entries(scripts)) modules[name] = new SourceTextModule(script);
  for (const module of Object.values(modules)) {
    if (module.status === "unlinked") await module.link((name) => modules[name]);
    await module.evaluate();
  }
}

// A page as it has just been loaded.
async function load(viewer) {
  const parts = Object.fromEntries(
    ["table", "wire", "update", "watching", "alert", "log-lines", "deck"].map((id) => [id, new Part(id)]),
  );
  Object.assign(parts.table.dataset, { number: "10", moves: "5", viewer });
  Object.assign(parts.wire.dataset, { protocol: "2", minute: viewer === "spectator" ? "0" : "60000" });
  parts.alert.firstElementChild = { append() {} };
  const keys = [];
  page = { parts, keys, socket: { readyState: 0 }, replies: [], tick: null };
  [timers, done] = [[], []];
  globalThis.document = Object.assign(new Part("document"), {
    hidden: false,
    body: new Part("body"),
    getElementById: (id) => parts[id],
    querySelector: (selector) => (selector === "#alert [name=still]" && page.isAsking ? {} : null),
    createElement: () => ({}),
    querySelectorAll: () => [],
    dispatchEvent() {},
  });
  document.activeElement = document.body;
  globalThis.window = Object.assign(new Part("window"), { htmx: true });
  window.addEventListener("charlie:reload", ({ detail }) => feedback.reload(detail));
  globalThis.WebSocket = { OPEN: 1 };
  globalThis.navigator = {};
  globalThis.requestAnimationFrame = () => {};
  globalThis.setInterval = (call) => (page.tick = call);
  globalThis.htmx = {
    registerExtension: (_name, extension) => (page.extension = extension),
    timeout: (delay) => new Promise((go) => (delay ? setTimeout(go, delay) : go())),
    process(part) {
      done.push(["reconnect"]);
      part.fire("htmx:ws:close", { code: null });
    },
    trigger(part, name) {
      if (name === "htmx:abort") return done.push(["stop"]);
      const body = new Map();
      const ctx = { request: { method: "GET", body }, target: parts.table };
      page.asked = ctx;
      page.extension.htmx_before_request(part, { ctx });
      part.fire("htmx:config:request", { ctx });
      done.push(["ask", body.get("since")]);
    },
  };
  globalThis.fetch = (_action, { body, headers }) => {
    done.push(["post", name(body.get("key")), headers["Table-Live"]]);
    return new Promise((resolve) => page.replies.push(resolve));
  };
  await run(scripts);
  document.fire("htmx:before:process");
}

// Keys are random: only which of them are the same can be compared.
function name(key) {
  if (!page.keys.includes(key)) page.keys.push(key);
  return page.keys.indexOf(key);
}

// What htmx does with an answer, or with the content of a message.
function swap(part, ctx, targets) {
  const { extension, parts } = page;
  const tasks = targets.map((id) => ({ target: parts[id] }));
  extension.htmx_before_swap(part, { ctx, tasks });
  extension.htmx_after_swap(part, { ctx });
  extension.htmx_finally_swap(part, { ctx });
}

function take(response, ctx, part) {
  const hx = { refresh: response.headers.get("HX-Refresh") };
  Object.assign(ctx, { hx, response });
  const goesOn = page.extension.htmx_after_request(part, { ctx });
  if (ctx.request.method === "GET") page.parts.update.fire("htmx:after:request", { ctx });
  if (goesOn !== false) swap(part, ctx, ["table"]);
}

function takeAnswer(method, response) {
  const { parts, asked } = page;
  const ctx = { target: parts.table, request: { method }, takenBefore: asked?.takenBefore };
  take(response, ctx, parts.update);
}

const answer = (status, headers) => new Response(status === 204 ? null : "", { status, headers });

const isOpen = () => page.socket.readyState === 1;

const steps = {
  open() {
    if (isOpen()) return;
    page.socket = {
      readyState: 1,
      send(text) {
        const { move, lost, sign } = JSON.parse(text);
        if (lost) done.push(["lost"]);
        else if (sign !== undefined) done.push(["sign", sign]);
        else done.push(move ? ["tell", name(new URLSearchParams(move).get("key"))] : ["tell"]);
      },
      close(code) {
        page.socket.readyState = 2;
        done.push(["close", code]);
      },
    };
    page.parts.wire.fire("htmx:ws:after:connection", { connection: { socket: page.socket } });
  },
  hear(message) {
    if (!isOpen()) return;
    if ("key" in message) message.key = page.keys[message.key] ?? null;
    const { wire } = page.parts;
    const detail = { message: { data: JSON.stringify(message) }, connection: page };
    wire.fire("htmx:ws:before:message:incoming", detail);
    const sent = JSON.parse(detail.message.data).content;
    if (sent === undefined) return;
    const targets = [...sent.matchAll(/hx-target="#([\w-]+)"/g)].map(([, id]) => id);
    swap(wire, {}, targets);
  },
  close(code) {
    if (!isOpen()) return;
    page.socket.readyState = 3;
    page.parts.wire.fire("htmx:ws:close", { code });
  },
  answer: (method, status, headers) => takeAnswer(method, answer(status, headers)),
  reply: (status, headers) => page.replies.shift()?.(answer(status, headers)),
  show: (kind) => (kind === "visibilitychange" ? document : window).fire(kind),
  async move(fields) {
    window.fire("pointerdown");
    const body = new URLSearchParams(fields);
    const form = Object.assign(new Part("form"), { isMove: true });
    const request = { body, headers: {}, method: "POST" };
    const ctx = { request, target: page.parts.table };
    page.extension.htmx_before_request(form, { ctx });
    take(await ctx.fetch("moves/", request), ctx, form);
  },
  async wait(seconds) {
    const end = now + 1000 * seconds;
    for (;;) {
      timers.sort((one, other) => one[0] - other[0]);
      if (!timers.length || timers[0][0] > end) break;
      const [at, call, args] = timers.shift();
      now = at;
      call(...args);
      await pause();
    }
    now = end;
  },
  tick: () => page.tick(),
};

const told = [];
for (const { viewer, steps: list } of vectors) {
  await load(viewer);
  const results = [];
  for (const [step, ...args] of list) {
    done = [];
    const working = steps[step](...args);
    if (step === "wait") await working;
    for (let turn = 0; turn < 8; turn += 1) await pause();
    await steps.wait(0);
    const { number } = page.parts.table.dataset;
    results.push([Number(number), page.parts.wire.dataset.live === "yes", done]);
  }
  told.push(results);
}
console.log(JSON.stringify(told));
