// Counts the days in a row on which the case of the day was solved, on this device.
import { recall, remember } from "./page.js";

const streak = document.getElementById("case-streak");
if (streak) {
  const DAY = 24 * 60 * 60 * 1000;
  const [day, count] = recall("cases").split(" ");
  const since = Date.parse(streak.dataset.day) - Date.parse(day || 0);
  // A case of an earlier day neither adds to a streak nor ends it.
  const days = since === DAY ? Number(count) + 1 : since > 0 ? 1 : Number(count);
  if (since > 0) remember("cases", `${streak.dataset.day} ${days}`);
  if (since >= 0) streak.querySelector("output").textContent = days;
  streak.hidden = since < 0 || days < 2;
}
