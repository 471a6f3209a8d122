// Watches the table's socket, which hx-ws opens and opens again, shows in [data-live]
// whether it is heard, and asks for updates where a push may have been missed. A
// bark is shown for a moment.
(() => {
  // The server says something every 10 s.
  const SILENCE = 12500;
  const POLL_PAUSE = 5000;
  let heardAt = Date.now();
  let isRefused = false;

  const wire = () => document.getElementById("wire");
  const isLive = () => wire().dataset.live === "yes";
  const show = (live) => wire().setAttribute("data-live", live);

  // A dead network may hold back a close for a minute, so the socket is thrown away.
  function reconnect() {
    show("no");
    heardAt = Date.now();
    htmx.process(wire(), true);
  }

  function tick() {
    if (!charlie.isReady()) return;
    const now = Date.now();
    if (!isRefused && now - heardAt > SILENCE) reconnect();
    const isDue = !isLive() && now - charlie.askedAt >= POLL_PAUSE;
    if (isDue || charlie.isBehind()) charlie.ask();
  }

  function showReaction({ seat, reaction, words }) {
    const place = document.querySelector(`#table [data-seat="${seat}"]`);
    const bubble = document.createElement("p");
    bubble.className = "bubble";
    bubble.dataset.reaction = reaction;
    bubble.setAttribute("role", "status");
    place?.querySelector(".bubble")?.remove();
    place?.append(bubble);
    // Screen readers hear what comes into a region that was there before.
    setTimeout(() => (bubble.textContent = words));
    setTimeout(() => bubble.remove(), 2500);
  }

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    // The extension would swap whatever comes; here the numbers decide.
    event.preventDefault();
    heardAt = Date.now();
    if (!isLive()) charlie.stopAsking();
    show("yes");
    const message = JSON.parse(event.detail.message.data);
    if ("number" in message) charlie.take(message);
    else if (message.note) charlie.say(message.note);
    else showReaction(message);
  });

  document.addEventListener("htmx:ws:close", (event) => {
    show("no");
    // With a code of its own the server says that there is nothing to come back for.
    isRefused = event.detail.code >= 4000;
  });

  function wakeUp() {
    if (!charlie.isReady() || document.hidden) return;
    charlie.stopAsking();
    charlie.ask();
    tick();
  }
  document.addEventListener("visibilitychange", wakeUp);
  window.addEventListener("online", () => {
    wakeUp();
    if (charlie.isReady() && !isLive()) reconnect();
  });
  // Coming back by the back button, a page finds the socket that it left closed.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted || !charlie.isReady()) return;
    reconnect();
    wakeUp();
  });
  setInterval(tick, 500);
})();
