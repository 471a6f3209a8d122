// A phone beside a TV: it is asked once a game, between the great moments, and shows the
// hand, which has a style sheet of its own.
import { recall, remember } from "./page.js";

const question = document.getElementById("tv-question");
const hand = document.getElementsByName("beside-tv")[0];
const sheet = { rel: "stylesheet", href: question?.dataset.sheet };
const link = Object.assign(document.createElement("link"), sheet);

const tableData = () => document.getElementById("table").dataset;
const isCalm = () => ["sides", "suspects"].includes(tableData().phase);
const hide = () => (question.hidden = !isCalm());

export function ask() {
  const { code } = tableData();
  const isSmall = matchMedia("(max-width: 40rem)").matches;
  if (!question || hand.checked || !isCalm() || !isSmall || recall("tv") === code) return;
  question.dataset.notice = "tv";
  question.hidden = false;
  // Until it is answered, it waits for the end of each great moment.
  document.addEventListener("charlie:updated", hide);
}

// A page that is loaded anew asks again until somebody has answered.
function endQuestion() {
  remember("tv", tableData().code);
  question?.remove();
  document.removeEventListener("charlie:updated", hide);
}

// The player who uses the switch has answered.
const style = () => hand?.checked && document.head.append(link);
for (const follow of [endQuestion, style]) hand?.addEventListener("change", follow);
style();

question?.addEventListener("click", ({ target }) => {
  const answer = target.closest("button")?.value;
  if (!answer) return;
  endQuestion();
  if (answer === "on") hand?.click();
});
