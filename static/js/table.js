// The htmx extension of a table's page (docs/updates.md). It adds numbers of updates, keys
// of moves, the socket as another way for a move, and what a swap keeps.
(() => {
  const PAUSES = [0, 500, 1000, 2000, 4000, 4000, 4000, 4000];
  const [SEND_LIMIT, PUSH_LIMIT] = [6000, 500];
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
      if (submitter) charlie.say(); // What the page sends by itself keeps the alert.
      // The browser's own part of the shuffles (docs/fairness.md).
      if (body?.get("contribution") === "") body.set("contribution", makeDigits());
    },

    htmx_after_request(element, { ctx: { hx, request, response, sheet, target } }) {
      if (target !== table()) return;
      const isTold = response.status < 400 || response.headers.has("Table-Number");
      // An open sheet would cover what the answer says.
      if (sheet?.isConnected) sheet.hidePopover();
      if (hx.refresh) charlie.reload(request.method === "POST" ? "stale" : "");
      else if (!isTold && request.method === "POST") charlie.say("failed");
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

  // The scripts stand before htmx, which may look at the page before a later one runs.
  const register = () => htmx.registerExtension("table", extension);
  document.addEventListener("htmx:before:process", register, { once: true });
})();
