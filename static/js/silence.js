// Shows reactions for a moment, but not of people whom this device does not want to hear. It
// is loaded with the people's sheet and with the first reaction.
import { recall, remember } from "./page.js";

const BUBBLE = 2500;
const barks = [];
// A name has no line break.
const silenced = () => new Set(recall("silenced").split("\n"));

const isSilenced = (seat) =>
  silenced().has(document.getElementById(`name-${seat}`)?.textContent);

function showReaction({ seat, words }) {
  const bubbles = document.querySelectorAll(`[data-bubble="${seat}"]`);
  bubbles.forEach((bubble) => (bubble.textContent = words));
  clearTimeout(barks[seat]);
  if (words) barks[seat] = setTimeout(showReaction, BUBBLE, { seat, words: "" });
}

// A bot speaks at the end of a reveal, which began in the frame before.
export async function hear(message) {
  await new Promise(requestAnimationFrame);
  const isBot = document.querySelector(`#table #seat-${message.seat}[data-bot]`);
  if (isBot && document.body.matches(".is-telling")) {
    await new Promise((end) => document.addEventListener("charlie:told", end, { once: true }));
  }
  if (!isSilenced(message.seat)) showReaction(message);
}

function mark() {
  for (const button of document.querySelectorAll("[data-silence]")) {
    button.setAttribute("aria-pressed", silenced().has(button.dataset.silence));
  }
}

document.addEventListener("htmx:after:swap", mark);
document.addEventListener("click", ({ target }) => {
  const name = target.closest?.("[data-silence]")?.dataset.silence;
  if (!name) return;
  const names = silenced();
  if (!names.delete(name)) names.add(name);
  remember("silenced", [...names].join("\n"));
  mark();
});
mark();
