// Keeps static files, whose names change with their content, and a page for when the
// network is away. Nothing of a game is ever kept.
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
