// Checks a record in the browser: commitment, contributions, deals and chain, as
// docs/fairness.md has them. Nothing is sent. Hashing is its own, because over plain
// http a page has no crypto.subtle.
(() => {
  const LABEL = "checkpoint-charlie";
  const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  const MOST = 2e6;
  const START = ("format version rules code edition options discards first_player seats " +
    "first_seat given commitment contributions opened_at started_at").split(" ");
  const SIDES = { hat: ["hat", "no-hat"], glasses: ["glasses", "no-glasses"],
    coat: ["coat", "sweater"], fur: ["grey", "orange"],
    newspaper: ["newspaper", "no-newspaper"] };

  const bytesOf = (text) => new TextEncoder().encode(text);
  const hexOf = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

  // SHA-256 (FIPS 180-4). Its constants are the roots of the first primes.
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
  const ROUNDS = primes.map((p) => fraction(Math.cbrt(p)));
  const FIRST = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  function compress(state, view, at) {
    const w = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = view.getInt32(at + 4 * i); continue; }
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = (w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] +
        (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) +
        ROUNDS[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
        ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) | 0);
  }

  function sha256(message) {
    const length = message.length;
    const padded = new Uint8Array((Math.floor((length + 8) / 64) + 1) * 64);
    padded.set(message);
    padded[length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
    view.setUint32(padded.length - 4, (length * 8) >>> 0);
    let state = FIRST;
    for (let at = 0; at < padded.length; at += 64) state = compress(state, view, at);
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((x, i) => digest.setInt32(4 * i, x));
    return new Uint8Array(digest.buffer);
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const pad = (byte) => block.map((b) => b ^ byte);
    return sha256(join(pad(0x5c), sha256(join(pad(0x36), message))));
  }

  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (value && typeof value === "object") {
      const keys = Object.keys(value).sort();
      return `{${keys.map((k) => `${canonical(k)}:${canonical(value[k])}`).join()}}`;
    }
    return JSON.stringify(value ?? null).replace(/[\u007f-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }
  const hash = (kind, value) =>
    hexOf(sha256(bytesOf(`${LABEL} chain 1 ${kind}\n${canonical(value)}`)));

  function* stream(key, label) {
    for (let counter = 0; ; counter++) {
      const view = new DataView(hmac(key, bytesOf(`${label} ${counter}`)).buffer);
      for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
    }
  }
  function below(count, words) {
    const limit = 2 ** 32 - (2 ** 32 % count);
    for (;;) {
      const word = words.next().value;
      if (word < limit) return word % count;
    }
  }
  function shuffle(things, words) {
    const list = [...things];
    for (let last = list.length - 1; last > 0; last--) {
      const other = below(last + 1, words);
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  }

  // What is in the pool before the first round, in no order.
  function fullPool({ stasi, adler }) {
    const pool = { gold: [..."33445"], white: [..."111111222222"], black: [..."0000"] };
    const minus = 4 - (stasi ? 1 : 0) - (adler ? 1 : 0);
    pool.black.push(...Array(minus).fill("-1"));
    if (stasi) pool.black.push("stasi");
    if (!adler) return pool;
    pool.black.push("adler");
    return { gold: [..."3445", "adler"], white: [..."1111222222", "adler", "adler"],
      black: pool.black };
  }
  // Tokens leave it in the order of the deal, and the Stasi token comes back.
  function poolBefore({ rounds, options, outcome }, index) {
    const pool = fullPool(options);
    if (!index) return pool;
    const { awards } = outcome.rounds[index - 1];
    for (const colour of Object.keys(pool)) {
      const dealt = rounds[index - 1].deal.pool[colour];
      const count = awards.filter((each) => each.colour === colour && each.token).length;
      const back = dealt.slice(0, count).filter((face) => face === "stasi");
      pool[colour] = [...dealt.slice(count), ...back];
    }
    return pool;
  }

  function dealOf(key, round, seats, left) {
    const words = (end) => stream(key, `round ${round.number} attempt ${round.attempt} ${end}`);
    const suspects = Array.from({ length: 32 }, (_, i) => i.toString(2).padStart(5, "0"));
    const cards = shuffle(suspects, words("deck"));
    const unused = Array(5 - seats).fill("investigator");
    const bag = shuffle(Object.keys(SIDES), words("bag"));
    const tosses = words("flips");
    const pool = {};
    for (const colour of ["gold", "white", "black"]) {
      pool[colour] = shuffle(left[colour].sort(), words(`pool ${colour}`));
    }
    return {
      deck: [...shuffle([...cards.slice(0, 16), ...unused], words("top half")),
        ...cards.slice(16)],
      bag,
      flips: bag.slice(seats).map((trait) => SIDES[trait][below(2, tosses)]),
      pool,
    };
  }

  // Each returns what does not hold, as places in the record.
  const CHECKS = {
    commitment({ seed, code, commitment }) {
      if (!isHash(seed)) return ["seed"];
      const head = bytesOf(`${LABEL} fair 1 commitment\n${code}\n`);
      return hexOf(sha256(join(head, fromHex(seed)))) === commitment ? [] : ["commitment"];
    },
    contributions({ contributions, seats }) {
      const wrong = contributions.flatMap((each, seat) =>
        typeof each === "string" && /^([0-9a-f]{32})?$/.test(each) ? [] : [`seat ${seat}`]);
      return contributions.length === seats.length ? wrong : ["contributions"];
    },
    deals(record) {
      const { seed, code, contributions, seats, rounds, given } = record;
      const lines = contributions.map((each) => `${each}\n`).join("");
      const key = hmac(fromHex(seed), bytesOf(`${LABEL} fair 1 key\n${code}\n${lines}`));
      const wrong = given === 0 ? [] : ["given"];
      rounds.forEach((round, index) => {
        // A label would not tell "1" from 1.
        if (typeof round.number !== "number" || typeof round.attempt !== "number") throw round;
        const due = dealOf(key, round, seats.length, poolBefore(record, index));
        for (const part of Object.keys(due)) {
          const holds = canonical(due[part]) === canonical(round.deal[part]);
          if (!holds) wrong.push(`round ${index + 1}, ${part}`);
        }
      });
      const lot = () => below(seats.length, stream(key, "lot first seat"));
      if (record.first_player === "lot" && lot() !== record.first_seat) wrong.push("first_seat");
      return wrong;
    },
    chain(record) {
      const { code, reason, ended_at } = record;
      const start = Object.fromEntries(START.map((key) => [key, record[key]]));
      const wrong = hash("start", start) === record.start_hash ? [] : ["start_hash"];
      let [previous, number] = [record.start_hash, 0];
      record.rounds.forEach((round, index) => round.moves.forEach((move, place) => {
        const { seat, by, time, hash: found, ...content } = move;
        number += 1;
        const due = hash("move", { previous, code, number, seat, by, time, content });
        if (due !== found) wrong.push(`round ${index + 1}, move ${place + 1}`);
        previous = found;
      }));
      const head = hash("end", { previous, moves: number, reason, ended_at });
      return head === record.head_hash ? wrong : [...wrong, "head_hash"];
    },
  };

  function check(record) {
    return Object.fromEntries(Object.entries(CHECKS).map(([name, look]) => {
      try { return [name, look(record)]; } catch { return [name, ["record"]]; }
    }));
  }

  const form = document.getElementById("verify");
  form.elements.file.addEventListener("change", async ({ target }) => {
    if (target.files[0]) form.elements.record.value = await target.files[0].text();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = form.elements.record.value;
    let record = null;
    // No record is that long: the page would stand still over it.
    try { if (text.length < MOST) record = JSON.parse(text); } catch { /* No JSON: null. */ }
    const found = check(record);
    for (const row of document.querySelectorAll("[data-check]")) {
      const wrong = found[row.dataset.check];
      row.dataset.holds = wrong.length ? "no" : "yes";
      row.querySelector("[data-yes]").hidden = wrong.length > 0;
      row.querySelector("[data-no]").hidden = wrong.length === 0;
      row.querySelector("[data-places]").textContent = wrong.slice(0, 20).join(" · ");
    }
    const given = record?.contributions;
    const empty = Array.isArray(given) ? [...given.keys()].filter((seat) => !given[seat]) : [];
    const silent = document.getElementById("silent");
    silent.hidden = !empty.length;
    silent.querySelector("b").textContent = empty.join(", ");
    document.getElementById("verdicts").hidden = false;
    const show = (id, hash) =>
      (document.getElementById(id).textContent = isHash(hash) ? hash : "");
    show("commitment", record?.commitment);
    show("head", record?.head_hash);
  });
})();
