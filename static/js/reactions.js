// Five reactions for one tap: after an accusation until something else happens, and in the
// reveal. Where there are none, the page has no button for them either.
const [CHEER, STORY] = [3000, 15000];
const cheers = document.getElementById("cheers");
const form = document.querySelector("form.reactions");
const home = form.parentElement;
let [cheering, isReveal] = [0, false];

function show(isOn) {
  cheers.hidden = !isOn;
  if (isOn) cheers.append(form);
  else if (form.parentElement !== home) home.lastElementChild.before(form);
}

export function cheer(isRevealed) {
  clearTimeout(cheering);
  isReveal = isRevealed;
  show(document.getElementById("open-reactions"));
  cheering = setTimeout(show, isReveal ? STORY : CHEER, false);
}

document.addEventListener("charlie:updated", ({ detail: happened }) => {
  const isOver = isReveal ? document.querySelector("#reveal[hidden]") : !happened.has("accused");
  if (isOver) show(false);
});
home.addEventListener("beforetoggle", () => show(false));
