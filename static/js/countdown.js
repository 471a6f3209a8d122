// Counts down to the end of a time limit, by the server's clock. An animation does it
// (countdown.css), because the policy allows no style in HTML.
import { untilServerTime } from "./socket.js";

let later;
function start() {
  const timer = document.querySelector(".countdown[data-ends]");
  if (!timer) return;
  const left = Math.max(untilServerTime(timer.dataset.ends), 0) / 1000;
  const [from, number] = [Math.ceil(left), timer.querySelector("b")];
  timer.querySelector("[data-left]").textContent = from;
  // Without registered properties no animation counts: Firefox before 128.
  clearTimeout(later);
  if (!window.CSS.registerProperty) {
    number.textContent = from;
    if (from) later = setTimeout(start, 1000);
    return;
  }
  number.textContent = "";
  number.style.setProperty("--from", from);
  for (const motion of number.getAnimations({ subtree: true })) {
    motion.currentTime = (from - left) * 1000;
  }
}

for (const name of ["charlie:updated", "charlie:clock"]) document.addEventListener(name, start);
start();
