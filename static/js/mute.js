// The switch of the sounds of the screen in the middle. The first tap lets the page sound
// at all and loads its voice (voice.js), unless the system asks for calm.
const mute = document.getElementById("mute");
const [box] = document.getElementsByName("sound");
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let audio;

const isOn = () => box.checked && audio?.state === "running";
const show = () => mute.setAttribute("aria-pressed", isOn());

async function load() {
  audio = new AudioContext();
  await audio.resume();
  const { speak } = await import("./voice.js");
  speak(audio, isOn);
}

mute.addEventListener("click", async () => {
  if (isCalm) return;
  if (audio || !box.checked) box.click();
  if (!audio && box.checked) await load();
  show();
});
