// Keeps the table at its newest number. A push may come late, twice, in another order
// or never, so nothing but the numbers is trusted, and update/ always answers in full.
(() => {
  const ASK_LIMIT = 8000;
  const RELOAD_PAUSE = 10000;
  let [wanted, asking] = [0, null];
  charlie.askedAt = Date.now();

  const table = () => document.getElementById("table");
  const wire = (charlie.wire = () => document.getElementById("wire"));
  const ownNumber = () => Number(table().dataset.number);

  charlie.isReady = () => Boolean(window.htmx && table() && wire());
  charlie.isBehind = () => ownNumber() < wanted;

  // Shows a sentence of the page's own; without one the old sentence goes away.
  charlie.say = (textContent) => {
    const note = document.createElement("p");
    Object.assign(note, { className: "alert", textContent });
    alerts.replaceChildren(...(textContent ? [note] : []));
  };

  // An alert is raised above whatever sheet is open, and goes when it is tapped.
  function raise([{ target }]) {
    target.popover = "manual";
    target.hidePopover?.();
    if (target.firstElementChild) target.showPopover?.();
  }
  const alerts = document.getElementById("alert");
  new MutationObserver(raise).observe(alerts, { childList: true });
  alerts.addEventListener("click", () => charlie.say());

  // A page that was reloaded a moment ago would only do it again and again.
  charlie.reload = (note) => {
    const [entry] = performance.getEntriesByType("navigation");
    const isFresh = entry?.type === "reload" && performance.now() < RELOAD_PAUSE;
    if (isFresh) return charlie.say(wire().dataset.failed);
    if (note) sessionStorage.setItem("charlie.note", note);
    location.reload();
  };
  if (sessionStorage.getItem("charlie.note")) {
    const note = sessionStorage.getItem("charlie.note");
    charlie.say(wire().dataset[note] ?? note);
    sessionStorage.removeItem("charlie.note");
  }

  // An update without `follows` is full: it fits any page that is older.
  charlie.take = ({ number, follows, content }) => {
    const { viewer } = table().dataset;
    const own = ownNumber();
    const fits = content != null && number > own && Number(follows ?? own) === own;
    if (!fits || !charlie.swap(content)) {
      wanted = Math.max(wanted, number);
      if (charlie.isBehind()) charlie.ask();
      return false;
    }
    // Who lost the seat may have it under an account, signed in on another page.
    const isOut = table().dataset.viewer === "spectator" && viewer !== "spectator";
    if (isOut) charlie.reload("out");
    table().dataset.number = number;
    document.dispatchEvent(new CustomEvent("charlie:updated"));
    return true;
  };

  const readUpdate = ({ headers }, content) => ({
    number: Number(headers.get("Table-Number")),
    follows: headers.get("Table-Follows"),
    content,
  });

  // Takes the answer to a POST. Its alert is for this player and counts at any number.
  charlie.takeAnswer = ({ response, text }) => {
    const { headers, status } = response;
    const address = headers.get("HX-Redirect") ?? (response.redirected && response.url);
    const isOutdated = headers.has("HX-Refresh") || status === 403 || status === 404;
    if (address) location.assign(address);
    else if (headers.has("Table-Number")) {
      const isTaken = charlie.take(readUpdate(response, text));
      if (!isTaken) charlie.swap(text, { onlyAlert: true });
      // Refused for who asks, not for what: this page was made for somebody else.
      if (status === 403) charlie.reload(document.getElementById("alert").textContent);
    } else if (isOutdated) charlie.reload(wire().dataset.stale);
    else if (status !== 204) charlie.say(wire().dataset.failed);
  };

  // Fetches a whole answer, or throws when it takes too long.
  charlie.fetchText = async (url, options, limit, abort = new AbortController()) => {
    setTimeout(() => abort.abort(), limit);
    const response = await fetch(url, { ...options, signal: abort.signal });
    return { response, text: await response.text() };
  };

  async function fetchUpdate(abort) {
    const url = new URL(wire().dataset.update, location.href);
    url.searchParams.set("since", ownNumber());
    const options = { cache: "no-store", headers: { "HX-Request": "true" } };
    const { response, text } = await charlie.fetchText(url, options, ASK_LIMIT, abort);
    const { status, headers } = response;
    if (status === 204) wanted = 0;
    else if (status === 403 || status === 404) charlie.reload();
    else if (headers.has("Table-Number")) charlie.take(readUpdate(response, text));
  }

  // Asks once at a time; live.js asks again for what failed or was still too old.
  charlie.ask = async () => {
    if (asking || !charlie.isReady()) return;
    const mine = (asking = new AbortController());
    charlie.askedAt = Date.now();
    await fetchUpdate(mine).catch(() => {});
    if (asking === mine) asking = null;
  };

  // Gives up a question that may hang in a network of before.
  charlie.stopAsking = () => {
    asking?.abort();
    asking = null;
  };
})();
