import { readFileSync } from "node:fs";

// The oldest browsers that play a whole game (docs/accessibility.md), and the oldest one that
// shows it to the room.
export const oldest = ["chrome 112", "safari 16.5", "firefox 121"];
export const oldestDisplay = ["chrome 85"];

// The files that a display loads, and the scripts that these import.
const scripts = new Set();
function follow(file) {
  for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:"\.\/|'js\/)(\w+\.js)/g)) {
    const path = `static/js/${name}`;
    if (scripts.has(path)) continue;
    scripts.add(path);
    follow(path);
  }
}
follow("templates/games/table/_scripts.html");
follow("templates/games/table/display.html");
export const displayScripts = [...scripts];
