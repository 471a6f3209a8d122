// Tells the server of signs of the person, and asks for one if the server misses it.
import { say } from "./alerts.js";
import { ask, incoming, isLive, tellServer } from "./socket.js";

// The page tells how long ago the last sign was: at once and then at most once a minute, and
// with each new socket. If the server misses one, it has the page ask.
const [wire, update] = ["wire", "update"].map((id) => document.getElementById(id));
const MINUTE = Number(wire.dataset.minute);
const isAsking = () => Boolean(document.querySelector("#alert [name=still]"));
let [signedAt, toldAt, updatedAt, later] = [-Infinity, -Infinity, -Infinity, 0];
const sinceSign = () => Math.round(performance.now() - signedAt);

function tell() {
  clearTimeout(later);
  [toldAt, later] = [performance.now(), 0];
  if (isLive()) tellServer({ sign: sinceSign() });
  else ask();
}

function askForSign(isAsked) {
  if (isAsked === isAsking()) return;
  if (!isAsked) return say();
  // The last sign was not told yet.
  if (sinceSign() < 1.5 * MINUTE) return tell();
  say("still");
  const words = { name: "still", textContent: wire.dataset.here };
  const button = { ...words, className: "button", type: "button" };
  const question = document.getElementById("alert").firstElementChild;
  question.append(Object.assign(document.createElement("button"), button));
  document.dispatchEvent(new CustomEvent("charlie:asked", { detail: new Set(["yours"]) }));
}

function sign({ target }) {
  signedAt = performance.now();
  later ||= setTimeout(tell, isAsking() ? 0 : toldAt + MINUTE - signedAt);
  // What lies below a tapped question would get the click.
  if (isAsking() && !target.closest?.("#alert")) say();
}

if (MINUTE) {
  for (const name of ["pointerdown", "keydown", "wheel", "focus"])
    window.addEventListener(name, sign, { passive: true });
  document.addEventListener("visibilitychange", (event) => document.hidden || sign(event));
  document.addEventListener("charlie:updated", () => (updatedAt = performance.now()));
  // A focus around an update is the page's own.
  document.addEventListener("focusin", async (event) => {
    const at = performance.now();
    await htmx.timeout(0);
    if (Math.abs(updatedAt - at) > 100) sign(event);
  });
  wire.addEventListener("htmx:ws:after:connection", () => tellServer({ sign: sinceSign() }));
  wire.addEventListener("htmx:ws:before:message:incoming", () => {
    if ("now" in incoming) askForSign("still" in incoming);
  });
  update.addEventListener("htmx:config:request", ({ detail: { ctx } }) =>
    ctx.request.body.set("sign", sinceSign()),
  );
  update.addEventListener("htmx:after:request", ({ detail: { ctx } }) =>
    askForSign(ctx.response.headers.has("Still-There")),
  );
  // A tap may have brought this file.
  if (navigator.userActivation?.isActive) sign({ target: document });
}
