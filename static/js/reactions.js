// What comes with the great moments, and is loaded with the first: reactions for one tap,
// after an accusation until something else happens, and in the reveal; a look at what the
// moment shows. Where there are no reactions, the page has no button for them either.
const [CHEER, STORY, NOTE] = [3000, 15000, 4000];
const cheers = document.getElementById("cheers");
const form = document.querySelector("form.reactions");
const home = form?.parentElement;
let [cheering, isReveal, endReveal] = [0, false, null];

function show(isOn) {
  if (!form) return;
  cheers.hidden = !isOn;
  document.body.classList.toggle("is-cheering", Boolean(isOn));
  if (isOn) cheers.append(form);
  else if (form.parentElement !== home) home.lastElementChild.before(form);
}

// An open sheet covers what the others accuse.
function tellOver(say) {
  const newest = [...document.querySelectorAll(".accusers li[data-investigator]")].pop();
  const { viewer } = document.getElementById("table").dataset;
  if (newest.id === `accuser-${viewer}`) return;
  const sentence = newest.querySelector(".stamped").textContent.trim();
  say(sentence);
  const alerts = document.getElementById("alert");
  setTimeout(() => alerts.textContent === sentence && say(), NOTE);
}

// `say` shows a sentence, and `tell` begins or ends a reveal (feedback.js).
export function cheer(happened, say, tell) {
  clearTimeout(cheering);
  isReveal = document.querySelector("#reveal:not([hidden])");
  endReveal = () => tell(false);
  show(document.getElementById("open-reactions"));
  cheering = setTimeout(show, isReveal ? STORY : CHEER, false);
  const isCovered = document.querySelector(".suspect-sheet")?.getClientRects().length;
  if (happened.has("accused") && isCovered) tellOver(say);
}

document.addEventListener("charlie:updated", ({ detail: happened }) => {
  const isOver = isReveal ? document.querySelector("#reveal[hidden]") : !happened.has("accused");
  if (isOver) show(false);
});
home?.addEventListener("beforetoggle", () => show(false));

// A tap on the reveal shows its end, to this viewer alone.
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#reveal")) return;
  endReveal();
  const isOfReveal = (one) => one instanceof CSSTransition || one.effect.target.matches(".chief");
  document.getAnimations().filter(isOfReveal).forEach((one) => one.finish());
});

// The chief is in sight at its moment, and the verdicts at theirs.
document.addEventListener("transitionstart", ({ target, propertyName }) => {
  if (propertyName === "max-height") window.scrollTo(0, 0);
  if (propertyName !== "scale" || !target.matches(".card[data-chief]")) return;
  target.scrollIntoView({ block: "center", behavior: "smooth" });
});
