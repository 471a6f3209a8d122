// Names the zone of the browser to the server, which writes times in it
// (games/pages/middleware.py).
const { timeZone = "" } = window.Intl?.DateTimeFormat().resolvedOptions() ?? {};
document.cookie = `charlie_zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
