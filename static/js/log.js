// Keeps the older lines of an opened log through an update.

const find = (id) => document.getElementById(id);
const numberOf = ({ id }) => Number(id.slice("log-".length));

// A whole table brings the last lines alone: a log whose button has brought the older ones,
// or has just asked for them, keeps its own, unless lines between both are missing.
function keepOldLines({ fragment }) {
  const older = document.querySelector("#log-older[data-whole], #log-older.htmx-request");
  const first = older && fragment.querySelector("#log-lines p");
  if (!first) return;
  const number = numberOf(first);
  // An answer that is still on its way has no place then.
  if (!find(first.id) && !find(`log-${number - 1}`)) return older.remove();
  const lines = [...older.parentElement.querySelectorAll("p")];
  const kept = [older, ...lines.filter((line) => numberOf(line) < number)];
  const copies = kept.map((element) => element.cloneNode(true));
  fragment.querySelector("#log-older").replaceWith(...copies);
}

// It comes after the extension of table.js, which strikes out what the page does not take.
const extension = { htmx_before_swap: (element, { tasks }) => tasks.forEach(keepOldLines) };
htmx.registerExtension("log", extension);
