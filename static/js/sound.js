// Sounds and vibration of a phone. What they tell the log and the status say in words. The
// screen in the middle has a voice instead of the notes (voice.js).

// Each with the sign that it has happened, notes (hertz and seconds) and pulses
// (milliseconds). Of several the first is heard.
const GOLD = ["[data-token][data-colour=gold]", [784, 0.1, 988, 0.1, 1319, 0.35]];
const REVEAL = ["#reveal:not([hidden])", [392, 0.2, 494, 0.2, 587, 0.5], [40, 60, 40]];
const CALL = ["[data-kind=last-call]", [880, 0.2, 660, 0.2, 880, 0.3], [150, 80, 99]];
const ACCUSATION = ["[data-kind=accused]", [196, 0.12, 147, 0.25], [60]];
const MATCH = ["[data-kind=kept]", [523, 0.08, 659, 0.15]];
const DISCARD = ["[data-kind=discarded]", [330, 0.08, 262, 0.14]];
const CLUE = ["[data-kind=public-clue]", [440, 0.08, 440, 0.08, 554, 0.2]];
const MY_TURN = [".status-sentence[data-mine], [data-notice]", [587, 0.09, 880, 0.2], [90]];
const NEWS = [GOLD, REVEAL, CALL, ACCUSATION, MATCH, DISCARD, CLUE, MY_TURN];
const look = () => NEWS.map(([sign]) => document.querySelectorAll(sign).length);
let before = look();
let audio;

function play([pitch, length, ...others], start = audio.currentTime) {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0.15 });
  volume.gain.setTargetAtTime(0, start + length / 2, length / 8);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
  if (others.length) play(others, start + length);
}

function tell() {
  const now = look();
  // Gold comes at the end of a reveal.
  if (document.body.classList.contains("is-telling")) now[0] = before[0];
  const news = NEWS.filter((_, index) => now[index] > before[index]);
  before = now;
  // Beside a screen in the middle, which speaks for all, a phone calls its player alone.
  const isQuiet = charlie.isOn("beside-tv");
  const notes = news.find((one) => one[1] && (!isQuiet || one === MY_TURN))?.[1];
  if (notes && charlie.isOn("sound") && audio?.state === "running") play(notes);
  // Chromium complains of a page that shakes before it was ever touched.
  const pulses = news.find((one) => one[2])?.[2];
  const mayShake = navigator.userActivation?.hasBeenActive && charlie.isOn("vibration");
  if (pulses && mayShake) navigator.vibrate?.(pulses);
}

// Some phones let a page sound only after a touch, each time anew.
function wakeAudio() {
  if (charlie.isOn("sound")) audio ??= new AudioContext();
  audio?.resume().catch(() => {});
}
document.addEventListener("click", wakeAudio);
document.addEventListener("charlie:updated", tell);
document.addEventListener("charlie:told", tell);
wakeAudio();
