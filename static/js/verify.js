// Checks a record in the browser: commitment, contributions, deals, moves and chain, as
// docs/fairness.md has them; referee.js knows the rules. Nothing is sent. Hashing is its own,
// because over plain http a page has no crypto.subtle.
(() => {
  const { Referee, SUSPECTS, TRAITS } = globalThis.charlie;
  const LABEL = "checkpoint-charlie";
  const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  const MOST = 2e6;
  const VERSIONS = { version: 2, rules: 1, format: `${LABEL}/1` };
  const START = ("format version rules code edition options discards first_player tutorial " +
    "listed notebook reactions limits seats got_up first_seat given commitment contributions " +
    "opened_at started_at").split(" ");
  const END = "reason ended_at bots closing before".split(" ");
  const KNOWN = { edition: ["devir", "gaga", "piatnik"], discards: ["closed", "open"],
    first_player: ["earliest", "lot", "chosen"], tutorial: [true, false] };
  const AUTHORS = ["player", "bot", "clock", "script"];
  const TIME = new RegExp("^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])" +
    "T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{6}\\+00:00$");

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
    hexOf(sha256(bytesOf(`${LABEL} chain 2 ${kind}\n${canonical(value)}`)));

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

  function keyOf({ seed, code, contributions }) {
    const lines = contributions.map((each) => `${each}\n`).join("");
    return hmac(fromHex(seed), bytesOf(`${LABEL} fair 1 key\n${code}\n${lines}`));
  }
  function dealOf(key, [number, attempt], seats, left) {
    const words = (end) => stream(key, `round ${number} attempt ${attempt} ${end}`);
    const cards = shuffle(SUSPECTS, words("deck"));
    const unused = Array(5 - seats).fill("investigator");
    const bag = shuffle(Object.keys(TRAITS), words("bag"));
    const tosses = words("flips");
    const pool = {};
    for (const colour of ["gold", "white", "black"]) {
      pool[colour] = shuffle([...left[colour]].sort(), words(`pool ${colour}`));
    }
    return {
      deck: [...shuffle([...cards.slice(0, 16), ...unused], words("top half")),
        ...cards.slice(16)],
      bag,
      flips: bag.slice(seats).map((trait) => TRAITS[trait][below(2, tosses)]),
      pool,
    };
  }

  const pick = (record, keys) => Object.fromEntries(keys.map((key) => [key, record[key]]));
  const isEqual = (one, other) => canonical(one) === canonical(other);

  // The deals that differ, and the moves against the rules: places in the record.
  function replay(record) {
    const [key, referee, deals, moves] = [keyOf(record), new Referee(record), [], []];
    record.rounds.forEach((round, index) => {
      // After a refused move nobody knows what is in the pool.
      if (moves.length) return;
      const [name, { next, pool }] = [`round ${index + 1}`, referee];
      if (!isEqual([round.number, round.attempt], next)) deals.push(name);
      for (const [part, due] of Object.entries(dealOf(key, next, referee.n, pool)))
        if (!isEqual(due, round.deal[part])) deals.push(`${name}, ${part}`);
      try { referee.begin(round.deal); } catch { moves.push(name); return; }
      for (const [place, move] of round.moves.entries()) {
        try {
          if (!mayBeBy(move, record, referee, key)) throw move;
          referee.take(move);
        } catch {
          moves.push(`${name}, move ${place + 1}`);
          return;
        }
      }
    });
    const { outcome } = referee;
    const end = { outcome, reason: outcome.reason ?? "abandoned" };
    const wrong = Object.keys(end).filter((part) => !isEqual(end[part], record[part]));
    return { deals, moves: moves.length ? moves : wrong };
  }
  function mayBeBy(move, { tutorial }, referee, key) {
    if (move.by !== "clock") {
      return AUTHORS.includes(move.by) && move.move !== "pass" &&
        (move.by !== "script" || tutorial);
    }
    const label = `lot clock's side round ${referee.number} attempt ${referee.attempt}`;
    const toss = () => below(2, stream(key, `${label} seat ${move.seat}`));
    const due = referee.moveByClock(move.seat, toss);
    return Boolean(due) && Object.keys(due).every((part) => due[part] === move[part]);
  }
  function firstSeat({ first_player: way, got_up: times }, key) {
    const named = times.filter((time) => time !== null).sort();
    const seats = [...times.keys()].filter((seat) =>
      way !== "earliest" || !named.length || times[seat] === named[0]);
    return seats[below(seats.length, stream(key, "lot first seat"))];
  }
  const isTimeOfDay = (time) => time === null ||
    (typeof time === "string" && /^\d\d:\d\d:\d\d\.\d{6}$/.test(time));

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
      const { seats, given, got_up: times, first_player: way, first_seat: first } = record;
      const wrong = given === 0 ? [] : ["given"];
      if (times.length !== seats.length || !times.every(isTimeOfDay)) wrong.push("got_up");
      else if (way !== "chosen" && firstSeat(record, keyOf(record)) !== first) wrong.push("first_seat");
      return [...wrong, ...replay(record).deals];
    },
    moves(record) {
      const set = Object.entries(KNOWN).filter(([key, values]) => !values.includes(record[key]));
      const old = Object.entries(VERSIONS).filter(([key, due]) => record[key] !== due);
      return [...old.map(([key]) => key), ...set.map(([key]) => key), ...replay(record).moves];
    },
    times({ opened_at: opened, started_at: started, rounds, ended_at: ended }) {
      const moves = rounds.flatMap((round, index) => round.moves.map(({ time }, place) =>
        [`round ${index + 1}, move ${place + 1}`, time]));
      let before = "";
      return [["opened_at", opened], ["started_at", started], ...moves, ["ended_at", ended]]
        .filter(([, time]) => {
          const holds = typeof time === "string" && TIME.test(time) && time >= before;
          if (holds) before = time;
          return !holds;
        }).map(([place]) => place);
    },
    chain(record) {
      const { code } = record;
      const wrong = hash("start", pick(record, START)) === record.start_hash ? [] : ["start_hash"];
      let [previous, count] = [record.start_hash, 0];
      record.rounds.forEach((round, index) => {
        const dealt = pick(round, ["number", "attempt", "deal"]);
        previous = hash("deal", { previous, code, ...dealt });
        round.moves.forEach((move, place) => {
          const { seat, by, time, hash: found, ...content } = move;
          count += 1;
          const due = hash("move", { previous, code, number: count, seat, by, time, content });
          if (due !== found) wrong.push(`round ${index + 1}, move ${place + 1}`);
          previous = found;
        });
      });
      const head = hash("end", { previous, moves: count, ...pick(record, END) });
      return head === record.head_hash ? wrong : [...wrong, "head_hash"];
    },
  };

  // The line that each player got at the end of the game.
  function receiptOf({ code, outcome: { scores, winners }, head_hash: head }) {
    const mark = ({ seat, points }) => `${points}${winners.includes(seat) ? "*" : ""}`;
    return `${code} ${winners.length ? scores.map(mark).join("/") : "-"} ${head}`;
  }

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
    const isSound = Object.values(found).every((wrong) => !wrong.length);
    document.getElementById("receipt").textContent = isSound ? receiptOf(record) : "";
  });
})();
