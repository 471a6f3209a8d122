// What this browser remembers: in localStorage for good, in sessionStorage as long as its
// tab is open. Where storage is blocked, missing or full, the page alone remembers it. This
// is a page's first script: the others use it.
window.charlie = {};
(() => {
  // What the storage refused: it may still have an older value.
  const ofPage = {};

  // Returns an empty text for what was never remembered.
  charlie.recall = (name, area = "localStorage") => {
    if (name in ofPage) return ofPage[name];
    try {
      return window[area].getItem(`charlie.${name}`) ?? "";
    } catch {
      return "";
    }
  };

  charlie.remember = (name, value, area = "localStorage") => {
    try {
      window[area].setItem(`charlie.${name}`, value);
      delete ofPage[name];
    } catch {
      ofPage[name] = value;
    }
  };
})();

// The title and icon of a hidden tab, the countdown, the way back to the top when
// something new begins there, the stages of a reveal, accusations above an open sheet, the
// buttons that pass something on, and a page without a network.
(() => {
  const wire = document.getElementById("wire");
  const icon = document.querySelector("link[rel=icon]");
  const [title, calm] = [document.title, icon.href];
  const CALLS = ".status-sentence[data-mine], .question:is(div, [open]) p";

  function retitle() {
    const called = document.hidden && document.querySelector(CALLS);
    document.title = called ? called.textContent.trim() : title;
    icon.href = called ? icon.dataset.turn : calm;
  }
  document.addEventListener("visibilitychange", retitle);

  // The policy allows no style in HTML, so the animation of a countdown begins here.
  function startCountdown() {
    const number = document.querySelector(".countdown:not(.is-paused) b");
    if (!number?.textContent) return;
    number.style.setProperty("--from", number.textContent);
    number.replaceChildren();
  }

  // A round, the reveal and the result begin at the top, wherever the page stood.
  const TOPS = ["sides", "suspects", "cafe", "review", "over"];
  let shown = document.getElementById("table")?.dataset.phase;
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

  // A tap on the reveal shows its end, to this viewer alone.
  document.addEventListener("click", ({ target }) => {
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
    const { viewer } = document.getElementById("table")?.dataset ?? {};
    const others = `.card[data-accused-by]:not([data-accused-by="${viewer}"])`;
    return document.querySelectorAll(others).length;
  }
  let known = countOthers();
  document.addEventListener("charlie:updated", () => {
    const isNew = countOthers() > known;
    known = countOthers();
    if (!isNew || !document.querySelector(".suspect-sheet:popover-open")) return;
    const newest = ".accusers li:nth-last-child(1 of [data-investigator]) .stamped";
    const [words, alert] = [newest, "#alert"].map((each) => document.querySelector(each));
    const sentence = words.textContent.trim();
    charlie.say(sentence);
    setTimeout(() => alert.textContent === sentence && charlie.say(), NOTE);
  });

  async function picture(address) {
    const image = Object.assign(new Image(1200, 630), { src: address });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done));
    const files = [new File([blob], "checkpoint-charlie.png", { type: blob.type })];
    return navigator.canShare?.({ files }) ? { files } : {};
  }

  async function share(button) {
    const link = document.querySelector(button.dataset.share);
    const { text } = button.dataset;
    // On the server's own machine the page's address leads nowhere from a phone.
    const url = wire?.dataset.link;
    if (navigator.share) {
      const more = button.dataset.picture ? await picture(button.dataset.picture) : {};
      return navigator.share({ title, text, url, ...more });
    }
    const told = [text, url].filter(Boolean).join("\n");
    try {
      await navigator.clipboard.writeText(told);
    } catch {
      // Over plain http there is no such clipboard. At worst the link is selected.
      link.textContent = told;
      getSelection().selectAllChildren(link);
      if (!document.execCommand("copy")) return;
    }
    document.querySelector(button.dataset.says).textContent = button.dataset.copied;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    // Closing the share sheet is no error.
    if (button) share(button).catch(() => {});
  });
  // The first load has enough to fetch. Nothing of the kind exists over plain http.
  const install = () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
  document.addEventListener("charlie:updated", install, { once: true });
})();
