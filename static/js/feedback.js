// The title and icon of a hidden tab, the countdown, the way back to the top when
// something new begins there, the stages of a reveal, and accusations above an open sheet.
(() => {
  const icon = document.querySelector("link[rel=icon]");
  const [title, calm] = [document.title, icon.href];
  const CALLS = ".status-sentence[data-mine], .question:is(div, [open]) p";

  function retitle() {
    const called = document.hidden && document.querySelector(CALLS);
    document.title = called ? called.textContent.trim() : title;
    icon.href = called ? icon.dataset.turn : calm;
  }
  document.addEventListener("visibilitychange", retitle);

  // The server's clock is ahead of the page's by this much. Its messages take their time, so
  // the largest difference is the truest.
  let ahead = document.getElementById("wire").dataset.now - performance.now();
  charlie.setClock = (now) => {
    ahead = Math.max(ahead, now - performance.now());
    startCountdown();
  };

  let later;
  // An animation counts down (countdown.css). The policy allows no style in HTML.
  function startCountdown() {
    const timer = document.querySelector(".countdown[data-ends]");
    if (!timer) return;
    const left = Math.max(timer.dataset.ends - performance.now() - ahead, 0) / 1000;
    const [from, number] = [Math.ceil(left), timer.querySelector("b")];
    timer.querySelector("[data-left]").textContent = from;
    // Without registered properties no animation counts: Firefox before 128.
    clearTimeout(later);
    if (!window.CSS.registerProperty) {
      number.textContent = from;
      if (from) later = setTimeout(startCountdown, 1000);
      return;
    }
    number.replaceChildren();
    number.style.setProperty("--from", from);
    for (const motion of number.getAnimations({ subtree: true })) {
      motion.currentTime = (from - left) * 1000;
    }
  }

  // A round, the reveal and the result begin at the top, wherever the page stood.
  const TOPS = ["sides", "suspects", "cafe", "review", "over"];
  let shown = document.getElementById("table").dataset.phase;
  document.addEventListener("charlie:updated", () => {
    const { phase } = document.getElementById("table").dataset;
    if (phase !== shown && TOPS.includes(phase)) window.scrollTo(0, 0);
    shown = phase;
  });

  // Suspects that a clue rules out go dark, and the chief is crowned (motion.css).
  function mark(event) {
    // A hint speaks of the card before.
    if (event) document.querySelector(".hints")?.replaceChildren();
    const { chief, misfits = "" } = document.getElementById("reveal")?.dataset ?? {};
    const cardOf = (suspect) => document.querySelector(`.card[data-suspect="${suspect}"]`);
    cardOf(chief)?.toggleAttribute("data-chief", true);
    for (const [suspect, place] of misfits.split(" ").map((each) => each.split("."))) {
      cardOf(suspect)?.setAttribute("data-misfit", place);
    }
  }
  for (const follow of [retitle, startCountdown, mark]) {
    document.addEventListener("charlie:updated", follow);
    follow();
  }

  // A reveal that comes while the page looks on is told at its own pace, also if the game
  // ends meanwhile. The styles have its length: none where motion is reduced.
  const LENGTH = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--reveal"));
  const isRevealed = () => Boolean(document.querySelector("#reveal:not([hidden])"));
  let [revealed, telling] = [isRevealed(), 0];
  function tell(isOn) {
    clearTimeout(telling);
    document.body.classList.toggle("is-telling", isOn);
    if (isOn) telling = setTimeout(tell, LENGTH, false);
    else document.dispatchEvent(new Event("charlie:told"));
  }
  document.addEventListener("charlie:updated", () => {
    const [was, isLive] = [revealed, document.getElementById("wire").dataset.live === "yes"];
    revealed = isRevealed();
    if (revealed !== was) tell(revealed && isLive && LENGTH > 0);
  });

  // A tap on the reveal shows its end, to this viewer alone.
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#reveal")) tell(false);
    const motions = target.closest?.("#reveal") ? document.getAnimations() : [];
    const isOfReveal = (one) => one instanceof CSSTransition || one.effect.target.matches(".chief");
    motions.filter(isOfReveal).forEach((one) => one.finish());
  });

  // The chief is in sight at its moment, and the verdicts at theirs.
  document.addEventListener("transitionstart", ({ target, propertyName }) => {
    if (propertyName === "max-height") window.scrollTo(0, 0);
    if (propertyName !== "scale" || !target.matches(".card[data-chief]")) return;
    target.scrollIntoView({ block: "center", behavior: "smooth" });
  });

  // An open sheet covers what the others accuse.
  const NOTE = 4000;
  function countOthers() {
    const { viewer } = document.getElementById("table").dataset;
    const others = `.card[data-accused-by]:not([data-accused-by="${viewer}"])`;
    return document.querySelectorAll(others).length;
  }
  let known = countOthers();
  document.addEventListener("charlie:updated", () => {
    const isNew = countOthers() > known;
    known = countOthers();
    if (!isNew || !document.querySelector(".suspect-sheet:is(:popover-open, [open])")) return;
    const newest = ".accusers li:nth-last-child(1 of [data-investigator]) .stamped";
    const [words, alert] = [newest, "#alert"].map((each) => document.querySelector(each));
    const sentence = words.textContent.trim();
    charlie.say(sentence);
    setTimeout(() => alert.textContent === sentence && charlie.say(), NOTE);
  });
})();
// The switches of this device, and a screen that stays awake. Sounds and vibration come with
// the first touch (sound.js): no page may sound or shake before it.
(() => {
  const settings = document.getElementById("settings");
  const switches = [...settings.querySelectorAll("[type=checkbox]")];
  let lock;

  charlie.isOn = (name) => switches.some((box) => box.name === name && box.checked);
  const loadSound = () => import(settings.dataset.sound).catch(() => {});
  document.addEventListener("pointerdown", loadSound, { once: true, capture: true });
  document.addEventListener("keydown", loadSound, { once: true, capture: true });

  function stayAwake() {
    const { phase } = document.getElementById("table").dataset;
    if (!charlie.isOn("awake") || document.hidden || ["lobby", "over"].includes(phase)) {
      lock?.then((held) => held?.release());
      lock = null;
    } else if (navigator.wakeLock) {
      lock ??= navigator.wakeLock.request("screen").catch(() => null);
    } else if (!charlie.recall("hint")) {
      charlie.remember("hint", "shown");
      charlie.say(settings.dataset.hint);
    }
  }

  // A phone beside a TV is asked once a game, between the great moments.
  const question = document.getElementById("tv-question");
  document.addEventListener("charlie:display", () => {
    const { code, phase } = document.getElementById("table").dataset;
    const isCalm = ["sides", "suspects"].includes(phase) && matchMedia("(max-width: 40rem)").matches;
    if (!question || !isCalm || charlie.isOn("beside-tv") || charlie.recall("tv") === code) return;
    charlie.remember("tv", code);
    question.hidden = false;
  });
  question?.addEventListener("click", ({ target }) => {
    const answer = target.closest("button")?.value;
    if (!answer) return;
    question.hidden = true;
    const box = switches.find(({ name }) => name === "beside-tv");
    if (answer === "on" && box) box.click();
  });

  for (const box of switches) {
    const chosen = charlie.recall(box.name);
    if (chosen) box.checked = chosen === "on";
    box.addEventListener("change", () => {
      charlie.remember(box.name, box.checked ? "on" : "off");
      stayAwake();
    });
  }
  document.addEventListener("charlie:updated", stayAwake);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
// Shows my clue while it is held, and for a moment after a tap, because neighbours look. A
// keyboard opens and closes it, and without scripts a tap does.
(() => {
  const [TAP, MOMENT] = [300, 2000];
  const clueOf = (target) => target?.closest?.(".my-clue");
  let held = null;
  let since, covering;

  function cover() {
    if (held) held.open = false;
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    clearTimeout(covering);
    cover();
    held = clueOf(event.target);
    since = event.timeStamp;
    if (held) held.open = true;
  });
  window.addEventListener("pointerup", ({ timeStamp }) => {
    covering = setTimeout(cover, timeStamp - since < TAP ? MOMENT : 0);
  });
  for (const name of ["pointercancel", "blur"]) window.addEventListener(name, cover);

  document.addEventListener("click", (event) => {
    // Only a keyboard's click has no count. A long press would bring a menu.
    if (event.detail && clueOf(event.target)) event.preventDefault();
  });
  document.addEventListener("contextmenu", (event) => {
    if (clueOf(event.target)) event.preventDefault();
  });
  document.addEventListener("focusout", (event) => {
    const left = clueOf(event.target);
    if (left && !left.contains(event.relatedTarget)) left.open = false;
  });
})();
// Reactions for one tap, and a lock on the button that goes on.
(() => {
  // Five reactions for one tap: after an accusation until something else happens, and in
  // the reveal. Where there are none, the page has no button for them either.
  const [CHEER, STORY] = [4500, 15000];
  const cheers = document.getElementById("cheers");
  const form = document.querySelector("form.reactions");
  const home = form.parentElement;
  const look = () => [
    document.querySelectorAll(".accusers > [data-investigator]").length,
    document.querySelectorAll("#reveal:not([hidden])").length,
  ];
  let [seen, cheering] = [look(), 0];
  function cheer(isOn) {
    cheers.hidden = !isOn;
    if (isOn) cheers.append(form);
    else if (form.parentElement !== home) home.lastElementChild.before(form);
  }
  document.addEventListener("charlie:updated", () => {
    const [[accusers, told], before] = [look(), seen];
    seen = [accusers, told];
    if (told > before[1] || accusers > before[0]) {
      clearTimeout(cheering);
      cheer(document.getElementById("open-reactions"));
      cheering = setTimeout(cheer, told ? STORY : CHEER, false);
    } else if (!told) cheer(false);
  });
  home.addEventListener("beforetoggle", () => cheer(false));

  // This device shows no reactions of these people; a name has no line break.
  const silenced = () => new Set(charlie.recall("silenced").split("\n"));
  charlie.isSilenced = (seat) =>
    silenced().has(document.getElementById(`name-${seat}`)?.textContent);
  const mark = () => {
    for (const button of document.querySelectorAll("[data-silence]")) {
      button.setAttribute("aria-pressed", silenced().has(button.dataset.silence));
    }
  };
  document.addEventListener("htmx:after:swap", mark);
  document.addEventListener("click", ({ target }) => {
    const name = target.closest?.("[data-silence]")?.dataset.silence;
    if (!name) return;
    const names = silenced();
    if (!names.delete(name)) names.add(name);
    charlie.remember("silenced", [...names].join("\n"));
    mark();
  });

  // A button that goes on, or gets new words, may be under a thumb: it is locked for a second.
  const goesOn = () => document.querySelector("[data-move=done] button, .result form .button-main");
  let words = goesOn()?.textContent;
  document.addEventListener("charlie:updated", () => {
    const button = goesOn();
    if (button && button.textContent !== words) {
      button.disabled = true;
      setTimeout(() => (button.disabled = false), 1000);
    }
    words = button?.textContent;
  });
})();
