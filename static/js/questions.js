// The question that is shown. One at a time, the oldest: it stays where it is while others come
// and go.
let asked = [];

function ask() {
  const open = [...document.querySelectorAll("div.question, .question[open]")];
  const ids = open.map(({ id }) => id);
  asked = [...new Set([...asked, ...ids])].filter((id) => ids.includes(id));
  for (const one of open) one.toggleAttribute("data-waits", one.id !== asked[0]);
}
document.addEventListener("charlie:updated", ask);
document.addEventListener("toggle", ask, true);
ask();
