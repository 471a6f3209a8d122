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
    if (!("content" in message) && "number" in message) charlie.expect(message.number);
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
