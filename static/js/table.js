// The sentences at the head of a table's page: the server's in #alert, and the page's own,
// also after it has loaded itself anew.
(() => {
  const [LATER, LOAD_LIMIT] = [10000, 3000];
  const { dataset } = document.getElementById("wire");
  const alerts = document.getElementById("alert");

  // Shows a sentence, or that which #wire has under this name; without one, none.
  charlie.say = (sentence) => {
    const note = document.createElement("p");
    note.className = "alert";
    note.textContent = dataset[sentence] ?? sentence ?? "";
    alerts.replaceChildren(...(note.textContent ? [note] : []));
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
  alerts.addEventListener("click", () => charlie.say());

  // The first load has enough to fetch: the rest comes a little later, or when needed.
  const load = () => import(dataset.keep);
  // After a change of the network the load may hang in a dead connection.
  const giveUp = () => htmx.timeout(LOAD_LIMIT).then(() => Promise.reject());
  const reloadLater = () => setTimeout(() => location.reload(), LATER);
  charlie.keep = () => load().catch(() => {});
  charlie.reload = (note) =>
    Promise.race([load(), giveUp()]).then((keep) => keep.reload(note), reloadLater);
  const isKept = charlie.recall("kept", "sessionStorage");
  window.addEventListener("load", () => setTimeout(charlie.keep, isKept ? 0 : LATER));
  document.addEventListener("input", charlie.keep, { once: true });
})();

// The htmx extension of a table's page (docs/updates.md). It adds numbers of updates, keys
// of moves, the socket as another way for a move, and what a swap keeps.
(() => {
  const PAUSES = [0, 500, 1000, 2000, 4000, 4000, 4000, 4000];
  const [SEND_LIMIT, PUSH_LIMIT, HOLD_LIMIT, LOG_LINES] = [6000, 500, 200, 24];
  const keys = {};
  const find = (id) => document.getElementById(id);
  const table = () => find("table");
  const ownNumber = (charlie.ownNumber = () => Number(table().dataset.number));

  const toHex = (byte) => byte.toString(16).padStart(2, "0");
  const makeDigits = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join("");
  // crypto.randomUUID does not exist over plain http, where phones at home play.
  const makeKey = () => makeDigits().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

  const isAnswer = (response) => response && ![502, 503, 504].includes(response.status);

  // Returns a gateway's status where no answer comes, or where it breaks off.
  async function send(action, request) {
    try {
      const answer = await fetch(action, request);
      await answer.clone().text();
      return answer;
    } catch {
      return new Response(null, { status: 504 });
    }
  }

  // Sends a move until an answer comes. Its key stays until the table has moved on.
  async function sendMove(action, request) {
    const { body } = request;
    for (const name of ["csrfmiddlewaretoken", "key"]) body.delete(name);
    body.set("key", (keys[`${body}#${table().dataset.moves}`] ??= makeKey()));
    const answer = await charlie.sendBySocket(body);
    if (isAnswer(answer)) return answer;
    // In another network each connection of before may be dead: a new socket is not.
    const over = new AbortController();
    const ways = [post(action, request, over.signal), charlie.sendByNext(body, over.signal)];
    return Promise.race(ways).finally(() => over.abort());
  }

  async function post(action, request, over) {
    let answer;
    for (const pause of PAUSES) {
      if (isAnswer(answer)) break;
      await htmx.timeout(pause);
      if (over.aborted) break;
      request.headers["Table-Live"] = charlie.isLive();
      answer = await send(action, { ...request, signal: AbortSignal.timeout(SEND_LIMIT) });
    }
    return answer;
  }

  // A page that loads itself anew waits for its moves.
  const noteMove = (...request) => (charlie.moved = sendMove(...request));

  // The number of the table in an answer; undefined if it is no answer of a table.
  const readNumber = (headers) =>
    headers?.has("Table-Number") ? Number(headers.get("Table-Number")) : undefined;

  // How often the page has taken content. A question that was sent before may bring an
  // older state of the table.
  let taken = 0;

  // While the socket is heard, the page is what the socket has sent. Without it a whole
  // answer counts if its number is another one, or if it answers the page's own move.
  function isWanted({ request, takenBefore }, number) {
    if (charlie.isLive()) return false;
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
    const older = document.querySelector("#log-older:not([data-whole], .htmx-request)");
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
      if (ctx.target !== table()) return void charlie.keep();
      const { body, submitter } = ctx.request;
      ctx.takenBefore = taken;
      ctx.fetch = element.matches("[data-move]") ? noteMove : send;
      ctx.sheet = submitter?.closest("[popover]");
      ctx.suspect = submitter?.value;
      if (submitter) charlie.say(); // What the page sends by itself keeps the alert.
      // The browser's own part of the shuffles (docs/fairness.md).
      if (body?.get("contribution") === "") body.set("contribution", makeDigits());
    },

    htmx_after_request(element, { ctx: { hx, request, response, sheet, suspect, target } }) {
      if (target !== table()) return;
      const isTold = response.status < 400 || response.headers.has("Table-Number");
      // An open sheet would cover what the answer says, unless it shows another suspect.
      const isSame = request.submitter?.value === suspect;
      if (isSame && sheet?.matches(":is(:popover-open, [open])")) sheet.hidePopover();
      if (hx.refresh) charlie.reload(request.method === "POST" ? "stale" : "");
      else if (!isTold && request.method === "POST") charlie.say("failed");
      // An accusation that waits for others counts in a moment.
      const isWaiting = response.status === 202 && !charlie.isLive();
      if (isWaiting) setTimeout(() => charlie.expect(ownNumber() + 1), HOLD_LIMIT);
      return !hx.refresh;
    },

    // An alert is for this player alone, and counts in any case.
    htmx_before_swap(element, { ctx, tasks }) {
      const held = document.activeElement;
      ctx.before = { held, holder: held.closest("[tabindex]"), ...table().dataset };
      // An acknowledgement names a number and may have an alert, but no content.
      const push = element.id === "wire" && "own" in charlie.incoming ? charlie.incoming : null;
      const number = (ctx.number = push ? push.number : readNumber(ctx.response?.headers));
      if (number === undefined) return;
      // The content of such an answer is pushed, and may still be on its way.
      if (ctx.response?.status === 204) return void setTimeout(charlie.expect, PUSH_LIMIT, number);
      const marks = push?.marks ?? {};
      // Without a place for a part the page is not what the server believes it is.
      const places = [...Object.keys(marks).map(find), ...tasks.map(({ target }) => target)];
      const isWhole = tasks.some(({ target }) => target === table());
      ctx.isTaken = push ? places.every(Boolean) : isWhole && isWanted(ctx, number);
      if (ctx.isTaken) {
        Object.entries(marks).forEach(mark);
        charlie.noteTaken(number, isWhole);
        taken += 1;
        return;
      }
      tasks.splice(0, tasks.length, ...tasks.filter(({ target }) => target?.id === "alert"));
      if (push) charlie.askForAll();
      else setTimeout(charlie.expect, PUSH_LIMIT, number);
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
      if (ctx.isTaken) document.dispatchEvent(new CustomEvent("charlie:updated"));
      // What holds until something happens at the table.
      const passing = find("alert").querySelector("[data-passing]");
      if (ctx.isTaken && `${ctx.number}` !== ctx.before.number) passing?.remove();
      // A page of a seat that is gone, perhaps to an account, or was taken elsewhere.
      const [isOut, wasOut] = [table().dataset.viewer, viewer].map((is) => is === "spectator");
      const isRefused = ctx.response?.status === 403;
      const said = find("alert").textContent.trim() || (wasOut ? "" : "out");
      if (isOut !== wasOut || isRefused) charlie.reload(said);
    },

    htmx_finally_swap(element, { ctx }) {
      if (ctx.isTaken && !ctx.isSwapped) charlie.reload();
    },

    // What the player has picked stays so: the server does not know it.
    htmx_before_morph_attr({ form, name }, { attrName }) {
      const pick = attrName === "checked" && form?.querySelector(`[name="${name}"]:checked`);
      return !pick || pick.defaultChecked;
    },
  };

  // A double tap would make the same move twice. A tap on another button always counts,
  // and so does a tap when it is the player's turn again.
  let tapped, number;
  function stopSecondTap(event) {
    const button = event.target.closest?.("button");
    const move = button?.form?.matches("[data-move]") && `${button.form.id} ${button.value}`;
    const isSoon = event.detail > 1 && ownNumber() < number + 3;
    if (isSoon && move && move === tapped) event.preventDefault();
    [tapped, number] = [move, ownNumber()];
  }
  document.addEventListener("click", stopSecondTap, true);

  // After a tap an update may put another player's button under the finger: among
  // people no button takes a second tap on the same spot.
  const [DOUBLE_TAP, SPOT] = [600, 24];
  let last = { x: 0, y: 0, time: 0 };
  function stopTapOnSameSpot(event) {
    const { clientX: x, clientY: y, detail, target } = event;
    const time = performance.now();
    const isSecond = time - last.time < DOUBLE_TAP && Math.hypot(x - last.x, y - last.y) < SPOT;
    last = { x, y, time };
    const isAmongPeople = target.closest?.(":is(.roster, #questions) button");
    // A key has no spot: its `detail` is 0.
    if (detail && isSecond && isAmongPeople) event.preventDefault();
  }
  document.addEventListener("click", stopTapOnSameSpot, true);

  // The scripts stand before htmx, which may look at the page before a later one runs.
  const register = () => htmx.registerExtension("table", extension);
  document.addEventListener("htmx:before:process", register, { once: true });
})();

// Watches the table's socket, which hx-ws opens and opens again, and shows in [data-live]
// whether it is heard. Sends moves there, asks for updates where a push may have been
// missed, and shows barks for a moment.
(() => {
  // The server says something every 10 s.
  const SILENCE = 12500;
  const [POLL_PAUSE, TICK, BUBBLE, ANSWER_LIMIT, ALL_LIMIT] = [5000, 500, 2500, 2500, 2000];
  const [waiting, barks] = [new Map(), []];
  const [wire, update, watching] = ["wire", "update", "watching"].map((id) =>
    document.getElementById(id),
  );
  let [heardAt, askedAt, socket, isRefused] = [Date.now(), Date.now(), null, false];
  let [newest, isLost, askedForAllAt] = [0, false, -Infinity];

  const isLive = (charlie.isLive = () => wire.dataset.live === "yes");
  const show = (live) => wire.setAttribute("data-live", live);

  // While a question is on its way htmx drops another, so it is asked again and again.
  function ask() {
    askedAt = Date.now();
    htmx.trigger(update, "charlie:ask");
  }
  // A question may hang in a network of before.
  const stopAsking = () => htmx.trigger(update, "htmx:abort");

  // Says over the socket that the page is not what the server believes it is. From then
  // on it takes the whole table alone: a part would give it a number that it is not at.
  charlie.askForAll = () => {
    isLost = true;
    if (performance.now() - askedForAllAt < ALL_LIMIT || !isLive()) return;
    askedForAllAt = performance.now();
    tellServer({ lost: true });
  };

  // Notes what the page has taken. After a backup was brought back no higher number is
  // expected.
  charlie.noteTaken = (number, isWhole) => {
    if (isWhole) [newest, isLost, askedForAllAt] = [0, false, -Infinity];
    document.getElementById("table").dataset.number = number;
  };

  // Notes that the table is at this number at least, and asks for what the page lacks.
  charlie.expect = (number) => {
    newest = Math.max(newest, number);
    if (charlie.ownNumber() >= newest) return;
    if (isLive()) charlie.askForAll();
    else ask();
  };
  update.addEventListener("htmx:config:request", ({ detail: { ctx } }) =>
    ctx.request.body.set("since", charlie.ownNumber()),
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
    const isLongAgo = (time, span) => Math.abs(Date.now() - time) > span;
    if (!isRefused && isLongAgo(heardAt, SILENCE)) reconnect();
    if (!isLive() && isLongAgo(askedAt, POLL_PAUSE)) ask();
    else if (isLive() && isLost) charlie.askForAll();
    else charlie.expect(0);
  }

  function showReaction({ seat, words }) {
    if (words && charlie.isSilenced(seat)) return;
    const bubbles = document.querySelectorAll(`[data-bubble="${seat}"]`);
    bubbles.forEach((bubble) => (bubble.textContent = words));
    clearTimeout(barks[seat]);
    if (words) barks[seat] = setTimeout(showReaction, BUBBLE, { seat, words: "" });
  }

  // A bot speaks at the end of a reveal, which began to move in the frame before.
  async function hear(message) {
    await new Promise(requestAnimationFrame);
    const isBot = document.querySelector(`#table > .seats > #seat-${message.seat}[data-bot]`);
    const motions = isBot ? document.getElementById("table").getAnimations() : [];
    await Promise.allSettled(motions.map(({ finished }) => finished));
    showReaction(message);
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
    if (isGreeting && `${protocol}` !== wire.dataset.protocol) return charlie.reload("stale");
    // The session ended, or began, while the page had no socket.
    if (isGreeting && viewer !== dataset.viewer) {
      // With a code of its own, so that the page that goes opens no other socket.
      connection.socket.close(4000);
      return charlie.reload("out");
    }
    if (number === charlie.ownNumber()) isLost = false;
    else charlie.askForAll();
    if (isGreeting) wire.dispatchEvent(new Event("charlie:greeted"));
  }

  // hx-ws swaps the `content` of a message, as far as the extension lets it.
  wire.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
    const message = (charlie.incoming = JSON.parse(detail.message.data));
    heardAt = Date.now();
    if (!isLive()) stopAsking();
    show("yes");
    if ("own" in message && isLost && !("table" in message.own)) {
      charlie.askForAll();
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
    if ("now" in message) charlie.setClock(message.now);
    if ("key" in message) {
      waiting.get(message.key)?.(message);
      charlie.expect(message.number ?? 0);
    }
    if ("watching" in message) watching.textContent = message.watching;
    if (message.display) document.dispatchEvent(new Event("charlie:display"));
    if ("note" in message) charlie.say(message.note);
    if ("reaction" in message) hear(message);
  });

  // The server drops a move that took much longer than the page's quickest message.
  function tellServer(message) {
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
  charlie.sendBySocket = async (fields) => {
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
    return message && !message.elsewhere ? new Response(null, { status: 204 }) : null;
  };

  // Sends a move by each socket that opens, until one answers or the move is over.
  charlie.sendByNext = async (fields, over) => {
    let answer = null;
    while (!answer) {
      await new Promise((go) => wire.addEventListener("charlie:greeted", go, { once: true }));
      answer = over.aborted ? over : await charlie.sendBySocket(fields);
    }
    return answer;
  };

  wire.addEventListener("htmx:ws:close", ({ detail: { code } }) => {
    show("no");
    waiting.forEach((resolve) => resolve(null));
    // With a code of its own the server says that there is nothing to come back for.
    isRefused = code >= 4000;
    if (code === 4401) charlie.reload("out");
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
})();
