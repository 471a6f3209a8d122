// Sounds and vibration of a phone. What they tell the log and the status say in words. The
// screen in the middle has a voice instead of the notes (voice.js).

// Each with its name in an update (docs/updates.md), notes (hertz and seconds) and pulses
// (milliseconds). Of several the first is heard.
const MY_TURN = ["yours", [587, 0.09, 880, 0.2], [90]];
const NEWS = [
  ["gold", [784, 0.1, 988, 0.1, 1319, 0.35]],
  ["revealed", [392, 0.2, 494, 0.2, 587, 0.5], [40, 60, 40]],
  ["last-call", [880, 0.2, 660, 0.2, 880, 0.3], [150, 80, 99]],
  ["accused", [196, 0.12, 147, 0.25], [60]],
  // The card that brings a clue may be sorted in the same move.
  ["public-clue", [440, 0.08, 440, 0.08, 554, 0.2]],
  ["kept", [523, 0.08, 659, 0.15]],
  ["discarded", [330, 0.08, 262, 0.14]],
  MY_TURN,
];
const BARK = [330, 0.05, 196, 0.09, 147, 0.06];
let isGoldDue = false;
let audio;
let isOn;

function play([pitch, length, ...others], start = audio.currentTime) {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0.15 });
  volume.gain.setTargetAtTime(0, start + length / 2, length / 8);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
  if (others.length) play(others, start + length);
}

function tell({ detail: happened }) {
  // Gold comes at the end of a reveal.
  isGoldDue ||= Boolean(happened?.has("gold"));
  const isTold = !document.body.classList.contains("is-telling");
  const isNews = (name) => (name === "gold" ? isGoldDue && isTold : happened?.has(name));
  const news = NEWS.filter(([name]) => isNews(name));
  isGoldDue &&= !isTold;
  // Beside a screen in the middle, which speaks for all, a phone calls its player alone. The
  // screen itself has a voice instead.
  const isQuiet = isOn("beside-tv") || document.getElementById("mute");
  const notes = news.find((one) => one[1] && (!isQuiet || one === MY_TURN))?.[1];
  if (notes && isOn("sound") && audio?.state === "running") play(notes);
  // Chromium complains of a page that shakes before it was ever touched.
  const pulses = news.find((one) => one[2])?.[2];
  const mayShake = navigator.userActivation?.hasBeenActive && isOn("vibration");
  if (pulses && mayShake) navigator.vibrate?.(pulses);
}

// In the lobby a dog barks when it is tapped.
function bark({ target }) {
  const isHeard = isOn("sound") && audio?.state === "running";
  if (isHeard && target.closest?.(".roster .dog")) play(BARK);
}

// Some phones let a page sound only after a touch, each time anew; a call stops its sounds.
function wakeAudio() {
  if (document.hidden) return;
  if (isOn("sound")) audio ??= new AudioContext();
  audio?.resume().catch(() => {});
}

export function begin(isSwitchedOn) {
  if (isOn) return;
  isOn = isSwitchedOn;
  for (const name of ["click", "visibilitychange"]) document.addEventListener(name, wakeAudio);
  document.addEventListener("click", bark);
  for (const name of ["charlie:updated", "charlie:asked"]) document.addEventListener(name, tell);
  document.addEventListener("charlie:told", tell);
  wakeAudio();
}
