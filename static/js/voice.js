// The voice of the screen in the middle: seven sounds, made of noise and tones, for what
// can be seen at the same time. Loaded by mute.js there alone, and only with sound on.
export function speak(audio, isOn) {
  const out = new GainNode(audio, { gain: 0.5 });
  out.connect(audio.destination);
  // One second of noise, for paper, paws and drums.
  const noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));

  // A source that swells within `rise` seconds, and has died away after `length`.
  function sound(source, { at = 0, length, volume, rise = 0.005, filter }) {
    const start = audio.currentTime + at;
    const envelope = new GainNode(audio, { gain: 0 });
    envelope.gain.linearRampToValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(volume, start + rise);
    envelope.gain.setTargetAtTime(0, start + rise, length / 4);
    const last = filter ? source.connect(new BiquadFilterNode(audio, filter)) : source;
    last.connect(envelope).connect(out);
    source.start(start);
    source.stop(start + length);
    return source;
  }

  function tone(frequency, options, { type = "triangle", to = frequency } = {}) {
    const source = new OscillatorNode(audio, { type, frequency });
    const start = audio.currentTime + (options.at ?? 0);
    source.frequency.setValueAtTime(frequency, start);
    source.frequency.exponentialRampToValueAtTime(to, start + options.length / 2);
    return sound(source, options);
  }

  const hiss = (frequency, options, type = "bandpass") =>
    sound(new AudioBufferSourceNode(audio, { buffer: noise, loop: true }), {
      ...options,
      filter: { type, frequency, Q: 0.8 },
    });

  const bark = (at, pitch) => {
    tone(pitch, { at, length: 0.18, volume: 0.5, rise: 0.02 }, { type: "sawtooth", to: pitch / 2 });
    hiss(900, { at, length: 0.12, volume: 0.35 });
  };
  const chord = (pitches, options, type) =>
    pitches.forEach((pitch) => tone(pitch, options, { type }));

  let roll = [];
  const SOUNDS = {
    // A card leaves the deck.
    drawn: () => {
      hiss(3200, { length: 0.16, volume: 0.35, rise: 0.06 });
      hiss(1400, { at: 0.14, length: 0.08, volume: 0.5 });
    },
    "public-clue": () => [0, 0.24].forEach((at) => bark(at, 340)),
    // A paw comes down on the table.
    accused: () => {
      tone(150, { length: 0.5, volume: 0.9 }, { type: "sine", to: 45 });
      hiss(500, { length: 0.12, volume: 0.6 }, "lowpass");
      chord([220, 233], { at: 0.12, length: 0.5, volume: 0.14 }, "sawtooth");
    },
    "last-call": () =>
      [0, 0.32, 0.64].forEach((at) => chord([880, 1320], { at, length: 0.3, volume: 0.25 }, "square")),
    drum: () => {
      const beats = Array.from({ length: 26 }, (_, beat) => beat);
      roll = beats.map((beat) =>
        hiss(260, { at: beat * 0.06, length: 0.09, volume: 0.25 + beat * 0.025 }, "lowpass"),
      );
    },
    chief: () => {
      roll.forEach((beat) => beat.stop());
      hiss(5000, { length: 1.2, volume: 0.3 }, "highpass");
      chord([262, 330, 392, 523], { length: 1.2, volume: 0.2 });
    },
    winner: () =>
      [523, 523, 523, 698, 880, 1047].forEach((pitch, at) =>
        chord([pitch, pitch / 2], { at: at * 0.16, length: at < 5 ? 0.2 : 1.2, volume: 0.22 }),
      ),
  };

  function say(name) {
    if (isOn()) SOUNDS[name]();
  }

  // Of several events at once the last in this list is heard.
  const SPOKEN = ["drawn", "public-clue", "accused", "last-call"];
  document.addEventListener("charlie:updated", ({ detail: happened }) => {
    const name = SPOKEN.filter((each) => happened.has(each)).pop();
    if (name) say(name);
  });

  // The reveal is told by its own motion: a roll after the last clue, then the chief.
  document.addEventListener("transitionend", ({ target, propertyName }) => {
    const last = ".from-deck > :last-child .clue";
    const isLast = target.matches(document.querySelector(last) ? last : ".owner:last-child .clue");
    if (isLast && propertyName === "scale") say("drum");
  });
  document.addEventListener("charlie:told", () => {
    if (document.querySelector("#result:not([hidden])")) say("winner");
  });
  document.addEventListener("transitionstart", ({ target, propertyName }) => {
    if (propertyName === "scale" && target.matches(".chief > .portrait")) say("chief");
  });
}
