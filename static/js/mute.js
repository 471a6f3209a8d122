// The switch of the sounds of the screen in the middle. The first tap lets the page sound
// at all and loads its voice (voice.js), unless the system asks for calm.
const mute = document.getElementById("mute");
const [box] = document.getElementsByName("sound");
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let audio;
let hasVoice = false;

const isOn = () => box.checked && hasVoice && audio.state === "running";
const show = () => mute.setAttribute("aria-pressed", isOn());
// The system may stop the sounds of a page at any time.
const resume = () => document.hidden || audio.resume().catch(() => {});

async function begin() {
  audio = new AudioContext();
  audio.addEventListener("statechange", show);
  document.addEventListener("visibilitychange", resume);
  resume();
  const { speak } = await import("./voice.js");
  speak(audio, isOn);
  hasVoice = true;
  show();
}

mute.addEventListener("click", () => {
  if (isCalm) return;
  if (isOn() || !box.checked) box.click();
  if (box.checked && audio) resume();
  else if (box.checked) begin();
  show();
});
