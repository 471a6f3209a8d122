// Hides the reactions of people whom this device does not want to hear. A name has no line
// break. It is loaded with the people's sheet and with the first reaction.
import { recall, remember } from "./page.js";

const silenced = () => new Set(recall("silenced").split("\n"));

export const isSilenced = (seat) =>
  silenced().has(document.getElementById(`name-${seat}`)?.textContent);

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
