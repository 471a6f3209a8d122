// Lets a seated player's browser get notices (games.play.notices): #notices has a button
// for it in the lobby, and only a tap on it asks for permission. With the permission of
// an earlier table the browser goes on by itself.
import { say } from "./alerts.js";

const root = document.documentElement;

async function tellServer(place, wanted, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ wanted, endpoint, ...keys });
  const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
  const { status } = await fetch(place.dataset.address, { method: "POST", headers, body });
  if (status !== 204) throw new Error(status);
  root.dataset.notices = wanted;
}

async function subscribe(place) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = { applicationServerKey: place.dataset.key };
  const made = await pushManager.subscribe({ userVisibleOnly: true, ...key });
  await tellServer(place, "on", made);
}

async function begin(place) {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return say(place.dataset.blocked);
  try {
    await navigator.serviceWorker.register("/service-worker.js");
  } catch (error) {
    // Chromium runs no worker over a certificate that was only accepted by a tap.
    if (error.name !== "SecurityError") throw error;
    root.dataset.notices = "refused";
    return say(place.dataset.refused);
  }
  // One that was made with another key is of no use.
  await (await find())?.unsubscribe();
  await subscribe(place);
}

async function find() {
  const { pushManager } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return Notification.permission === "granted" ? pushManager?.getSubscription() : null;
}

async function end(place) {
  const known = await find();
  await tellServer(place, "off", known);
  await known.unsubscribe();
}

async function goOn() {
  const place = document.getElementById("notices");
  if (!place || root.dataset.notices) return;
  root.dataset.notices = "off";
  if (await find()) subscribe(place).catch(() => {});
}

if ("PushManager" in window && "serviceWorker" in navigator) {
  document.addEventListener("click", ({ target }) => {
    const place = target.closest?.("#notices");
    const act = { on: begin, off: end }[place && target.value];
    act?.(place).catch(() => say("failed"));
  });
  document.addEventListener("charlie:updated", goOn);
  goOn();
}
