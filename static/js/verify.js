// Checks a record in the browser: commitment, contributions, deals, moves and chain, as
// docs/fairness.md has them; referee.js knows the rules and grammar.js the form of a record. Nothing
// is sent. Hashing is its own, because over plain http a page has no crypto.subtle.
import { differences, isWhole, read } from "./grammar.js";
import { Referee, SUSPECTS, TRAITS } from "./referee.js";

const LABEL = "checkpoint-charlie";
const START = ("format version rules code edition options discards first_player tutorial " +
  "listed notebook reactions limits seats got_up first_seat given commitment contributions " +
  "opened_at started_at").split(" ");
const END = "reason ended_at bots closing before".split(" ");

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

// The deals that differ, and the moves against the rules: places in the record.
function replay(record) {
  const [key, referee] = [keyOf(record), new Referee(record)];
  const found = { deals: [], moves: [] };
  for (const [index, round] of record.rounds.entries()) {
    const name = `round ${index + 1}`;
    if (referee.phase === "between") {
      const [number, attempt] = referee.next;
      const deal = index < record.given ? round.deal
        : dealOf(key, referee.next, referee.n, referee.pool);
      const dealt = pick(round, ["number", "attempt", "deal"]);
      found.deals.push(...differences({ number, attempt, deal }, dealt, name));
    }
    let place = `${name}, move 0`;
    try {
      referee.begin(round.deal);
      for (const [at, move] of round.moves.entries()) {
        place = `${name}, move ${at + 1}`;
        const wrong = move.by === "clock" ? [...notByClock(move, referee, key, place)] : [];
        referee.take(move);
        found.moves.push(...wrong);
      }
    } catch {
      found.moves.push(place);
      return found;
    }
  }
  const { outcome } = referee;
  const due = outcome.reason ?? "abandoned";
  found.moves.push(...differences(outcome, record.outcome, "outcome"));
  if (due !== record.reason) found.moves.push("reason");
  return found;
}
function* notByClock(move, referee, key, place) {
  const label = `lot clock's side round ${referee.number} attempt ${referee.attempt}`;
  const toss = () => below(2, stream(key, `${label} seat ${move.seat}`));
  const due = referee.moveByClock(move.seat, toss);
  const { seat, by, time, hash: end, race, ...found } = move;
  if (due) yield* differences(due, found, place);
  else yield place;
}
function firstSeat({ first_player: way, got_up: times }, key) {
  const named = times.filter((time) => time !== null).sort();
  const seats = [...times.keys()].filter((seat) =>
    way !== "earliest" || !named.length || times[seat] === named[0]);
  return seats[below(seats.length, stream(key, "lot first seat"))];
}
const movesOf = ({ rounds }) => rounds.flatMap((round, index) =>
  round.moves.map((move, place) => [`round ${index + 1}, move ${place + 1}`, move]));
const isOdd = (record, part) => record[part].length !== record.seats.length;

// Each returns what does not hold, as places in the record, named as verifier.pyz names them.
const CHECKS = {
  commitment({ seed, code, commitment }) {
    const head = bytesOf(`${LABEL} fair 1 commitment\n${code}\n`);
    return hexOf(sha256(join(head, fromHex(seed)))) === commitment ? [] : ["commitment"];
  },
  contributions(record) {
    return isOdd(record, "contributions") ? ["contributions"] : [];
  },
  deals(record) {
    const wrong = isOdd(record, "got_up") ? ["got_up"] : [];
    if (record.given) wrong.push("rounds dealt by hand");
    const isChosen = record.first_player === "chosen";
    if (!isChosen && firstSeat(record, keyOf(record)) !== record.first_seat) wrong.push("first seat");
    return [...wrong, ...replay(record).deals];
  },
  moves(record) {
    const authors = movesOf(record).filter(([, { by, move }]) =>
      (move === "pass" && by !== "clock") || (by === "script" && !record.tutorial));
    return [...(isOdd(record, "bots") ? ["bots"] : []), ...replay(record).moves,
      ...authors.map(([place]) => `${place}, by`)];
  },
  times(record) {
    const moves = movesOf(record).map(([place, { time }]) => [`${place}, time`, time]);
    const { opened_at: opened, started_at: started, ended_at: ended } = record;
    let before = "";
    return [["opened_at", opened], ["started_at", started], ...moves, ["ended_at", ended]]
      .filter(([, time]) => {
        const isEarlier = time < before;
        if (!isEarlier) before = time;
        return isEarlier;
      }).map(([place]) => place);
  },
  chain(record) {
    const { code } = record;
    const wrong = hash("start", pick(record, START)) === record.start_hash ? [] : ["set-up"];
    let [previous, count] = [record.start_hash, 0];
    record.rounds.forEach((round, index) => {
      const dealt = pick(round, ["number", "attempt", "deal"]);
      previous = hash("deal", { previous, code, ...dealt });
      round.moves.forEach((move, place) => {
        const { seat, by, time, hash: found, ...content } = move;
        count += 1;
        const due = hash("move", { previous, code, number: count, seat, by, time, content });
        if (due !== found) wrong.push(`round ${index + 1}, move ${place + 1}, hash`);
        previous = found;
      });
    });
    const head = hash("end", { previous, moves: count, ...pick(record, END) });
    return head === record.head_hash ? wrong : [...wrong, "head"];
  },
};

// The line that each player got at the end of the game.
function receiptOf({ code, outcome: { scores, winners }, head_hash: head }) {
  const mark = ({ seat, points }) => `${points}${winners.includes(seat) ? "*" : ""}`;
  return `${code} ${winners.length ? scores.map(mark).join("/") : "-"} ${head}`;
}

// The record, if it can be read, and what each check finds; a refusal fails them all.
export function check(text) {
  const names = Object.keys(CHECKS);
  try {
    const record = read(text);
    return { record, found: names.map((name) => [name, CHECKS[name](record)]) };
  } catch (refusal) {
    return { record: null, found: names.map((name) => [name, [refusal.message]]) };
  }
}

// Cuts what stands around the outermost braces, such as a byte order mark, and the marks of
// a quotation at the head of each line.
const trim = (text) => text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)
  .replace(/^(?:> ?)+/gm, "");

const form = document.getElementById("verify");
form.elements.file.addEventListener("change", async ({ target }) => {
  if (!target.files[0]) return;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const bytes = await target.files[0].arrayBuffer();
  let text = "";
  try { text = decoder.decode(bytes); } catch { /* Not UTF-8: no record. */ }
  form.elements.record.value = text;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = trim(form.elements.record.value);
  const isRecord = isWhole(text);
  document.getElementById("unreadable").hidden = isRecord;
  document.getElementById("verdicts").hidden = !isRecord;
  if (!isRecord) return;
  const { record, found } = check(text);
  for (const [name, wrong] of found) {
    const row = document.querySelector(`[data-check=${name}]`);
    row.dataset.holds = wrong.length ? "no" : "yes";
    row.querySelector("[data-yes]").hidden = wrong.length > 0;
    row.querySelector("[data-no]").hidden = wrong.length === 0;
    row.querySelector("[data-places]").textContent = wrong.slice(0, 20).join(" · ");
  }
  const given = record?.contributions ?? [];
  const empty = [...given.keys()].filter((seat) => !given[seat]);
  const silent = document.getElementById("silent");
  silent.hidden = !empty.length;
  silent.querySelector("b").textContent = empty.join(", ");
  document.getElementById("commitment").textContent = record?.commitment ?? "";
  const isSound = found.every(([, wrong]) => !wrong.length);
  document.getElementById("receipt").textContent = isSound ? receiptOf(record) : "";
});
