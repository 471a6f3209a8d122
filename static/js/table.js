// The sentences at the head of a table's page: the server's in #alert, and the page's own,
// also after it has loaded itself anew.
(() => {
  const RELOAD_PAUSE = 10000;
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
    if (!alerts.showPopover) return;
    alerts.popover = "manual";
    // Chrome 114 refuses to hide what is not shown.
    if (alerts.matches(":popover-open")) alerts.hidePopover();
    if (alerts.firstElementChild) alerts.showPopover();
  }
  new MutationObserver(raise).observe(alerts, { childList: true });
  alerts.addEventListener("click", () => charlie.say());

  // A page that was reloaded a moment ago waits, or it might do so again and again. A
  // second reason must not break off the first reload.
  let due;
  charlie.reload = (note) => {
    if (note) charlie.remember("note", note, "sessionStorage");
    const [entry] = performance.getEntriesByType("navigation");
    const pause = entry?.type === "reload" ? RELOAD_PAUSE - performance.now() : 0;
    // A page for another viewer has other parts: it begins at the top.
    history.scrollRestoration = "manual";
    due ??= setTimeout(() => location.reload(), pause);
  };
  const note = charlie.recall("note", "sessionStorage");
  if (note) charlie.say(note);
  charlie.remember("note", "", "sessionStorage");
})();

// The htmx extension of a table's page (docs/updates.md). It adds numbers of updates, keys
// of moves, the socket as another way for a move, and what a swap keeps.
(() => {
  const PAUSES = [0, 500, 1000, 2000, 4000, 4000, 4000, 4000];
  const [SEND_LIMIT, PUSH_LIMIT, HOLD_LIMIT] = [6000, 500, 200];
  const keys = {};
  const table = () => document.getElementById("table");
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
    const { body, headers } = request;
    for (const name of ["csrfmiddlewaretoken", "key"]) body.delete(name);
    body.set("key", (keys[`${body}#${table().dataset.moves}`] ??= makeKey()));
    let answer = await charlie.sendBySocket(body);
    for (const pause of PAUSES) {
      if (isAnswer(answer)) break;
      await htmx.timeout(pause);
      headers["Table-Number"] = ownNumber();
      headers["Table-Live"] = charlie.isLive();
      answer = await send(action, { ...request, signal: AbortSignal.timeout(SEND_LIMIT) });
    }
    return answer;
  }

  const readUpdate = (headers) =>
    headers?.has("Table-Number") && {
      number: Number(headers.get("Table-Number")),
      moves: headers.get("Table-Moves"),
      follows: headers.get("Table-Follows"),
    };

  // An update without `follows` is full: it fits any page that is older.
  const fits = ({ number, follows }, own = ownNumber()) =>
    number > own && Number(follows ?? own) === own;

  // A focus that falls to the body sends a keyboard or a screen reader to the top.
  function restoreFocus(held, holder) {
    if (document.activeElement !== document.body || held === document.body) return;
    const twin = held.id && document.getElementById(held.id);
    (twin || (holder?.isConnected ? holder : table())).focus({ preventScroll: true });
  }

  const extension = {
    // htmx calls `ctx.fetch`.
    htmx_before_request(element, { ctx }) {
      if (ctx.target !== table()) return;
      const { body, submitter } = ctx.request;
      ctx.fetch = element.matches("[data-move]") ? sendMove : send;
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
      if (isSame && sheet?.matches(":popover-open")) sheet.hidePopover();
      if (hx.refresh) charlie.reload(request.method === "POST" ? "stale" : "");
      else if (!isTold && request.method === "POST") charlie.say("failed");
      // An accusation that waits for others counts in a moment.
      if (response.status === 202) setTimeout(() => charlie.expect(ownNumber() + 1), HOLD_LIMIT);
      return !hx.refresh;
    },

    // The numbers decide. An alert is for this player alone, and counts at any number.
    htmx_before_swap(element, { ctx, tasks }) {
      const isPush = element.id === "wire" && "number" in charlie.incoming;
      const update = isPush ? charlie.incoming : readUpdate(ctx.response?.headers) || {};
      const { number, moves } = update;
      if (number === undefined) return;
      // The content of such an answer is pushed, and may still be on its way.
      if (ctx.response?.status === 204) return void setTimeout(charlie.expect, PUSH_LIMIT, number);
      const held = document.activeElement;
      ctx.before = { held, holder: held.closest("[tabindex]"), ...table().dataset };
      // Without a place for a part the page is not what the server believes it is.
      ctx.isTaken = fits(update) && tasks.every(({ target }) => target);
      if (ctx.isTaken) return void Object.assign(table().dataset, { number, moves });
      tasks.splice(0, tasks.length, ...tasks.filter(({ target }) => target?.id === "alert"));
      charlie.expect(number);
    },

    htmx_after_swap(element, { ctx }) {
      if (!ctx.before) return;
      const { held, holder, viewer } = ctx.before;
      ctx.isSwapped = true;
      restoreFocus(held, holder);
      if (ctx.isTaken) document.dispatchEvent(new CustomEvent("charlie:updated"));
      // A page of a seat that is gone, perhaps to an account, or was taken elsewhere.
      const [isOut, wasOut] = [table().dataset.viewer, viewer].map((is) => is === "spectator");
      const isRefused = ctx.response?.status === 403;
      const { textContent } = document.getElementById("alert");
      if (isOut !== wasOut || isRefused) charlie.reload(textContent || (wasOut ? "" : "out"));
    },

    htmx_finally_swap(element, { ctx }) {
      if (ctx.isTaken && !ctx.isSwapped) charlie.reload();
    },

    // Synchronises the root alone, which leaves open popovers and focus.
    handle_swap(style, target, { firstElementChild: source }) {
      if (style !== "shallow") return false;
      for (const { name, value } of source.attributes) {
        if (target.getAttribute(name) !== value) target.setAttribute(name, value);
      }
      for (const name of target.getAttributeNames()) {
        if (!source.hasAttribute(name)) target.removeAttribute(name);
      }
      return true;
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
    const time = Date.now();
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
  const [POLL_PAUSE, TICK, BUBBLE, ANSWER_LIMIT] = [5000, 500, 2500, 2500];
  const [waiting, barks] = [new Map(), []];
  const [wire, update, watching] = ["wire", "update", "watching"].map((id) =>
    document.getElementById(id),
  );
  let [heardAt, askedAt, socket, isRefused] = [Date.now(), Date.now(), null, false];
  let newest = 0;

  const isLive = (charlie.isLive = () => wire.dataset.live === "yes");
  const show = (live) => wire.setAttribute("data-live", live);

  // While a question is on its way htmx drops another, so it is asked again and again.
  function ask() {
    askedAt = Date.now();
    htmx.trigger(update, "charlie:ask");
  }
  // A question may hang in a network of before.
  const stopAsking = () => htmx.trigger(update, "htmx:abort");

  // Notes that the table is at this number at least, and asks for what the page lacks.
  charlie.expect = (number) => {
    newest = Math.max(newest, number);
    if (charlie.ownNumber() < newest) ask();
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
    const now = Date.now();
    if (!isRefused && now - heardAt > SILENCE) reconnect();
    if (!isLive() && now - askedAt >= POLL_PAUSE) ask();
    else charlie.expect(0);
  }

  function showReaction({ seat, words }) {
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

  // hx-ws swaps the `content` of a message, as far as table.js lets it.
  wire.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
    const message = (charlie.incoming = JSON.parse(detail.message.data));
    heardAt = Date.now();
    if (!isLive()) stopAsking();
    show("yes");
    // The session ended, or began, while the page had no socket.
    const { viewer } = document.getElementById("table").dataset;
    if ((message.viewer ?? viewer) !== viewer) {
      detail.connection.socket.close(1000);
      charlie.reload("out");
    }
    if (!("content" in message) && "number" in message) {
      const own = charlie.ownNumber();
      // A lower heartbeat was overtaken, or a backup was brought back: an answer will tell.
      const isLower = !("key" in message) && message.number < own;
      charlie.expect(isLower ? own + 1 : message.number);
    }
    if ("now" in message) charlie.setClock(message.now);
    if ("key" in message) waiting.get(message.key)?.(message);
    if ("watching" in message) watching.textContent = message.watching;
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
    tellServer();
  });

  // Sends a move and returns the answer that its acknowledgement stands for; null if the
  // move has to go by POST. The update, or the alert, comes by a message of its own.
  charlie.sendBySocket = async (fields) => {
    if (!isLive() || socket?.readyState !== WebSocket.OPEN) return null;
    tellServer({ move: `${fields}` });
    const key = fields.get("key");
    const message = await new Promise((resolve) => {
      waiting.set(key, resolve);
      setTimeout(resolve, ANSWER_LIMIT, null);
    });
    waiting.delete(key);
    return message && !message.elsewhere ? new Response(null, { status: 204 }) : null;
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
    charlie.expect(charlie.ownNumber() + 1);
    if (type === "pageshow" || (type === "online" && !isLive())) reconnect();
    tick();
  }
  // Without a network there is no need to wait for the silence.
  window.addEventListener("offline", () => show("no"));
  document.addEventListener("visibilitychange", comeBack);
  for (const name of ["online", "pageshow"]) window.addEventListener(name, comeBack);
  setInterval(tick, TICK);
})();
