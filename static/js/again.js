// The wait before a move is sent again. It is loaded with the first 503.
const find = (id) => document.getElementById(id);

// Says that a move is sent again, for as long as the answer asks for. Whatever takes the
// words away ends the wait: a tap, an act of the player or a change of the table.
export async function wait(answer, say) {
  const { again, cancel } = find("wire").dataset;
  const { number } = find("table").dataset;
  const seconds = Number(answer.headers.get("Retry-After"));
  const held = document.activeElement;
  say(again.replace("%s", seconds));
  const words = find("alert").firstElementChild;
  const button = { type: "button", className: "button", textContent: cancel };
  words.append(" ", Object.assign(document.createElement("button"), button));
  words.dataset.passing = "";
  let observer;
  const gone = new Promise((end) => {
    observer = new MutationObserver(() => words.isConnected || end());
    observer.observe(find("alert"), { childList: true });
  });
  await Promise.race([gone, htmx.timeout(seconds * 1000)]);
  observer.disconnect();
  if (words.isConnected) return say();
  if (document.activeElement === document.body) held.focus({ preventScroll: true });
  const isSame = number === find("table").dataset.number;
  return isSame ? new Response(null, { status: 204 }) : answer;
}
