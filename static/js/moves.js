// Sends forms without leaving the page. A move carries a key, kept until an answer
// came, so trying again can never make it twice.
(() => {
  const PAUSES = [500, 1000, 2000, 4000, 4000, 4000, 4000];
  const SEND_LIMIT = 6000;
  const SENT = "[data-move], [data-post], [data-react]";
  const AWAY = [502, 503, 504];
  const [keys, sending] = [new Map(), new Map()];

  charlie.isBusy = (button) => [...sending.values()].includes(button);

  const toHex = (byte) => byte.toString(16).padStart(2, "0");
  const makeDigits = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join("");

  // crypto.randomUUID does not exist over plain http, where phones at home play.
  const makeKey = () => makeDigits().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

  // Not `disabled`: that would throw away the focus. Null takes the attribute away.
  function mark(button, isBusy) {
    if (button) button.ariaBusy = button.ariaDisabled = isBusy ? "true" : null;
  }

  async function post(url, options, [pause, ...pauses]) {
    const answer = await charlie.fetchText(url, options, SEND_LIMIT).catch(() => null);
    if (answer && !AWAY.includes(answer.response.status)) return answer;
    if (!pause) return null;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return post(url, options, pauses);
  }

  function readForm(form, button) {
    const fields = new URLSearchParams(new FormData(form));
    if (button?.name) fields.append(button.name, button.value);
    const token = fields.get("csrfmiddlewaretoken") || charlie.wire().dataset.csrf;
    fields.delete("csrfmiddlewaretoken");
    fields.delete("key");
    return { fields, token };
  }

  async function send(form, button) {
    const { fields, token } = readForm(form, button);
    const isMove = form.matches("[data-move]");
    // Once the table has moved on, the same form means another move: to the key of
    // before the server would answer that it has made that already.
    const { moves, number } = document.getElementById("table").dataset;
    const name = `${form.action}?${fields}#${moves}`;
    if (sending.has(name) || charlie.isBusy(button)) return;
    const sheet = button?.closest("[popover]");
    sending.set(name, button);
    mark(button, true);
    charlie.say();
    if (isMove && !keys.has(name)) keys.set(name, makeKey());
    if (isMove) fields.set("key", keys.get(name));
    const about = { "HX-Request": true, "X-CSRFToken": token, "Table-Number": number };
    const options = { method: "POST", body: fields, headers: about };
    const answer =
      (isMove && (await charlie.sendBySocket(fields))) ||
      (await post(form.action, options, isMove ? PAUSES : []));
    sending.delete(name);
    mark(button, false);
    // An open sheet would cover what the answer says.
    if (sheet?.isConnected) sheet.hidePopover?.();
    if (answer) {
      keys.delete(name);
      if (answer.response) charlie.takeAnswer(answer);
      else if (answer.content) charlie.swap(answer.content, { onlyAlert: true });
    } else charlie.say(charlie.wire().dataset.failed);
  }

  function catchForm(event) {
    const form = event.target;
    // The browser's own part of the shuffles (docs/fairness.md).
    if (form.elements.contribution) form.elements.contribution.value ||= makeDigits();
    if (!charlie.isReady() || !form.matches(SENT)) return;
    event.preventDefault();
    event.stopPropagation();
    send(form, event.submitter);
  }

  // The second tap of a double tap would meet whatever the first one brought there.
  function stopSecondTap(event) {
    const form = event.target.closest?.("button")?.form;
    if (event.detail > 1 && form?.matches("[data-move]")) event.preventDefault();
  }

  document.addEventListener("submit", catchForm, true);
  document.addEventListener("click", stopSecondTap, true);
})();
