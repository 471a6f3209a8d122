// Watches the table's socket, which hx-ws opens and opens again, shows in [data-live]
// whether it is heard, asks for updates where a push may have been missed, and sends
// moves. A bark is shown for a moment.
(() => {
  // The server says something every 10 s.
  const SILENCE = 12500;
  const [POLL_PAUSE, TICK, BUBBLE, ANSWER_LIMIT] = [5000, 500, 2500, 2500];
  const [waiting, barks] = [new Map(), []];
  let [heardAt, socket, isRefused] = [Date.now(), null, false];

  const isLive = () => charlie.wire().dataset.live === "yes";
  const show = (live) => charlie.wire().setAttribute("data-live", live);

  // A dead network may hold back a close for a minute, so the socket is thrown away.
  function reconnect() {
    show("no");
    heardAt = Date.now();
    htmx.process(charlie.wire(), true);
  }

  function tick() {
    if (!charlie.isReady()) return;
    const now = Date.now();
    if (!isRefused && now - heardAt > SILENCE) reconnect();
    const isDue = !isLive() && now - charlie.askedAt >= POLL_PAUSE;
    if (isDue || charlie.isBehind()) charlie.ask();
  }

  function showReaction({ seat, words }) {
    const bubbles = document.querySelectorAll(`[data-bubble="${seat}"]`);
    bubbles.forEach((bubble) => (bubble.textContent = words));
    clearTimeout(barks[seat]);
    if (words) barks[seat] = setTimeout(showReaction, BUBBLE, { seat, words: "" });
  }

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    // The extension would swap whatever comes; here the numbers decide.
    event.preventDefault();
    heardAt = Date.now();
    if (!isLive()) charlie.stopAsking();
    show("yes");
    const message = JSON.parse(event.detail.message.data);
    if ("number" in message) charlie.take(message);
    if ("key" in message) waiting.get(message.key)?.(message);
    if ("note" in message) charlie.say(message.note);
    if ("reaction" in message) showReaction(message);
  });

  // The server drops a move that took much longer than the page's quickest message.
  const tellServer = (message) =>
    socket.send(JSON.stringify({ now: performance.now() / 1000, ...message }));

  document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
    socket = detail.connection.socket;
    tellServer();
  });

  // Sends a move and returns what acknowledges it; null where it has to go by POST.
  charlie.sendBySocket = async (fields) => {
    if (!isLive() || socket?.readyState !== WebSocket.OPEN) return null;
    tellServer({ move: `${fields}` });
    const answer = await new Promise((resolve) => {
      waiting.set(fields.get("key"), resolve);
      setTimeout(resolve, ANSWER_LIMIT, null);
    });
    waiting.delete(fields.get("key"));
    return answer?.elsewhere ? null : answer;
  };

  document.addEventListener("htmx:ws:close", ({ detail: { code } }) => {
    show("no");
    waiting.forEach((resolve) => resolve(null));
    // With a code of its own the server says that there is nothing to come back for.
    isRefused = code >= 4000;
    if (code === 4401) charlie.reload("out");
  });

  // Coming back by the back button, a page finds the socket that it left closed.
  function comeBack({ type, persisted = true }) {
    if (!charlie.isReady() || document.hidden || !persisted) return;
    charlie.stopAsking();
    charlie.ask();
    if (type === "pageshow" || (type === "online" && !isLive())) reconnect();
    tick();
  }
  document.addEventListener("visibilitychange", comeBack);
  for (const name of ["online", "pageshow"]) window.addEventListener(name, comeBack);
  setInterval(tick, TICK);
})();
