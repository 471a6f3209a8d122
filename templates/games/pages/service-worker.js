{% load static %}// Keeps static files, whose names change with their content, and a page for when the
// network is away. Nothing of a game is ever kept. Shows notices (games.play.notices).
const CACHE = "charlie-{{ version }}";
const OFFLINE = "{% url 'offline' %}";
const FILES = [OFFLINE{% for file in files %}, "{{ file }}"{% endfor %}];
const HASHED = /^https?:\/\/[^/]+\/static\/.*\.[0-9a-f]{12}\.\w+$/;

const fill = async () => (await caches.open(CACHE)).addAll(FILES);

async function tidy() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function keep(request) {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(request))) await cache.add(request).catch(() => {});
  return (await cache.match(request)) ?? fetch(request);
}

const pagesAt = async (path) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).pathname === path);
};

// Browsers take the permission from a site that shows nothing. A player who has come back
// to the table meanwhile needs no notice: it goes at once.
async function notify({ title, body, url }) {
  const options = { body, tag: url, data: url, icon: "{% static 'icons/icon-192.png' %}" };
  await registration.showNotification(title, options);
  const pages = await pagesAt(url);
  if (!pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  const notices = await registration.getNotifications({ tag: url });
  notices.forEach((notice) => notice.close());
}

async function goTo(url) {
  const [page] = await pagesAt(url);
  await (page ? page.focus() : clients.openWindow(url));
}

self.addEventListener("push", (event) => event.waitUntil(notify(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (HASHED.test(url)) event.respondWith(keep(event.request));
  else if (mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  }
});
