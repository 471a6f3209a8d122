// The rules (docs/rules.md) for the page that checks records: a referee who takes deals and moves
// and refuses by throwing. Written from the rules' text, like tests/rules/second_opinion.py.
const TRAITS = { hat: ["hat", "no-hat"], glasses: ["glasses", "no-glasses"],
  coat: ["coat", "sweater"], fur: ["grey", "orange"],
  newspaper: ["newspaper", "no-newspaper"] };
const NAMES = Object.keys(TRAITS);
const SUSPECTS = Array.from({ length: 32 }, (_, i) => i.toString(2).padStart(5, "0"));
const INVESTIGATORS = ["laces", "colombini", "britton", "lansbury", "meridian"];
const COLOURS = ["gold", "white", "black"];
const PHASES = { choose: ["sides"], draw: ["suspects"], place: ["suspects"],
  accuse: ["suspects", "last-call"], pass: ["last-call"], trade: ["cafe"],
  done: ["cafe", "review"], announce: ["review"] };
const ADLER = { gold: 3, white: 1, black: -1 };
const STASI = -2;

function demand(truth) {
  if (!truth) throw new Error("against the rules");
}
function fits(suspect, side) {
  const index = NAMES.findIndex((name) => TRAITS[name].includes(side));
  demand(index >= 0);
  return TRAITS[NAMES[index]][suspect[index] === "1" ? 0 : 1] === side;
}
const isSame = (one, other) => one.length === other.length &&
  [...one].sort().every((each, i) => each === [...other].sort()[i]);

function fullPool({ stasi, adler }) {
  const black = [..."0000", ...Array(4 - stasi - adler).fill("-1")];
  if (stasi) black.push("stasi");
  if (!adler) return { gold: [..."33445"], white: [..."111111222222"], black };
  return { gold: [..."3445", "adler"], white: [..."1111222222", "adler", "adler"],
    black: [...black, "adler"] };
}

class Referee {
  constructor({ options, seats, first_seat: first }) {
    demand(typeof options.stasi === "boolean" && typeof options.adler === "boolean");
    demand(["referee", "players"].includes(options.placement));
    demand(["race", "clockwise"].includes(options.last_call));
    demand(["count", "announcer"].includes(options.ten_points));
    demand(seats.every((seat) => INVESTIGATORS.includes(seat)));
    demand(new Set(seats).size === seats.length && [3, 4, 5].includes(seats.length));
    demand(Number.isInteger(first) && first >= 0 && first < seats.length);
    Object.assign(this, { options, first, n: seats.length, number: 0, attempt: 1,
      phase: "between", reason: null, winners: [], rounds: [], officer: null });
    this.everyone = [...seats.keys()];
    this.pool = fullPool(options);
    this.tokens = new Map();
  }

  get last() { return this.rounds.at(-1); }
  // The number and the attempt of the next round.
  get next() {
    const isVoid = this.last?.mistaken.length > 0;
    return isVoid ? [this.number, this.attempt + 1] : [this.number + 1, 1];
  }
  from(seat) { return this.everyone.map((step) => (seat + step) % this.n); }

  begin(deal) {
    demand(this.phase === "between");
    this.checkDeal(deal);
    const isVoid = this.next[1] > 1;
    [this.number, this.attempt] = this.next;
    const caught = this.last?.accusations.find((each) => each.matches === 5);
    if (caught && !isVoid) this.first = caught.seat;
    const pool = Object.fromEntries(COLOURS.map((colour) => [colour, [...deal.pool[colour]]]));
    Object.assign(this, { deck: [...deal.deck], bag: deal.bag, flips: deal.flips, pool,
      sides: new Map(), waiting: null, turn: this.first, phase: "sides", accused: new Map(),
      passed: [], finished: [], ten: [], lines: this.everyone.map(() => []),
      piles: this.everyone.map(() => []),
      exposed: this.officer === null ? [] : [this.officer] });
  }

  checkDeal({ deck, bag, flips, pool }) {
    const unused = Array(5 - this.n).fill("investigator");
    demand([deck, bag, flips, ...Object.values(pool)].every(Array.isArray));
    demand(isSame(deck, [...SUSPECTS, ...unused]));
    demand(!deck.slice(16 + unused.length).includes("investigator"));
    demand(isSame(bag, NAMES) && flips.length === unused.length);
    demand(flips.every((side, i) => TRAITS[bag[this.n + i]].includes(side)));
    demand(isSame(Object.keys(pool), COLOURS));
    demand(COLOURS.every((colour) => isSame(pool[colour], this.pool[colour])));
  }

  take(move) {
    const { seat, move: kind } = move;
    demand(Number.isInteger(seat) && seat >= 0 && seat < this.n);
    demand(Object.hasOwn(PHASES, kind) && PHASES[kind].includes(this.phase));
    this[kind](seat, move);
  }

  choose(seat, { side }) {
    demand(!this.sides.has(seat) && TRAITS[this.bag[seat]].includes(side));
    this.sides.set(seat, side);
    if (this.sides.size === this.n) this.phase = "suspects";
  }
  draw(seat) {
    demand(seat === this.turn && this.waiting === null);
    while (this.deck[0] === "investigator") this.deck.shift();
    this.waiting = this.deck.shift();
    if (this.options.placement === "referee") this.lay(seat, this.isSuspect(seat));
  }
  place(seat, { as }) {
    demand(this.options.placement === "players" && this.waiting !== null);
    demand(seat === this.turn && ["suspect", "discard"].includes(as));
    this.lay(seat, as === "suspect");
  }
  isSuspect(seat) { return fits(this.waiting, this.sides.get(seat)); }
  lay(seat, isSuspect) {
    (isSuspect ? this.lines : this.piles)[seat].push(this.waiting);
    [this.waiting, this.turn] = [null, (this.turn + 1) % this.n];
    if (this.deck.length) return;
    this.phase = "last-call";
    this.endCall();
  }
  accuse(seat, { suspect }) {
    demand(!this.accused.has(seat) && this.free().includes(suspect));
    if (this.phase === "last-call") demand(this.callers().includes(seat));
    this.accused.set(seat, suspect);
    if (this.phase === "last-call") this.endCall();
    else if (this.accused.size === this.n - 1) this.reveal();
  }
  pass(seat) {
    demand(this.callers().includes(seat));
    this.passed.push(seat);
    this.endCall();
  }
  free() {
    const accused = [...this.accused.values()];
    return this.lines.flat().filter((suspect) => !accused.includes(suspect));
  }
  callers() {
    const left = this.from(this.turn)
      .filter((seat) => !this.accused.has(seat) && !this.passed.includes(seat));
    return this.options.last_call === "clockwise" ? left.slice(0, 1) : left;
  }
  endCall() {
    if (!this.callers().length || !this.free().length) this.reveal();
  }

  reveal() {
    const clues = [...this.sides.values(), ...this.flips].sort();
    const chief = SUSPECTS.find((suspect) => clues.every((side) => fits(suspect, side)));
    const accusations = [...this.accused].map(([seat, suspect]) =>
      ({ seat, suspect, matches: clues.filter((side) => fits(suspect, side)).length }));
    const mistaken = this.everyone.filter((seat) => {
      const isRight = (suspect) => fits(suspect, this.sides.get(seat));
      return !this.lines[seat].every(isRight) || this.piles[seat].some(isRight);
    });
    this.rounds.push({ number: this.number, attempt: this.attempt, first_seat: this.first,
      exposed: this.exposed, clues, chief, chief_in_deck: this.deck.includes(chief),
      mistaken, accusations, awards: [], trades: [] });
    if (mistaken.length) {
      for (const seat of this.from(this.first)) if (mistaken.includes(seat)) this.award(seat, "black");
    } else this.pay(accusations, this.last.chief_in_deck ? "white" : "black");
    this.phase = this.options.adler && !mistaken.length ? "cafe" : "review";
  }
  pay(accusations, without) {
    this.officer = null;
    for (const { seat, matches } of accusations)
      this.award(seat, { 5: "gold", 4: "white" }[matches] ?? "black");
    for (const seat of this.from(this.turn)) if (!this.accused.has(seat)) this.award(seat, without);
  }
  award(seat, colour) {
    const face = this.pool[colour].shift() ?? null;
    const again = this.attempt > 1 ? `#${this.attempt}` : "";
    const token = face === null ? null : `${this.number}.${seat}${again}`;
    if (token) this.tokens.set(token, { colour, face, at: seat, up: face === "stasi" });
    if (face === "stasi") this.officer = seat;
    this.last.awards.push({ seat, colour, face, token });
  }
  trade(seat, { give, take }) {
    const [mine, other] = [this.tokens.get(give), this.tokens.get(take)];
    demand(mine && other && !this.finished.includes(seat));
    demand(mine.at === seat && mine.face === "adler" && !mine.up);
    demand(other.at !== seat && !other.up && mine.colour === other.colour);
    [mine.at, other.at, mine.up] = [other.at, seat, true];
    this.last.trades.push({ seat, give, take });
  }
  done(seat) {
    demand(!this.finished.includes(seat));
    this.finished.push(seat);
    if (this.finished.length < this.n) return;
    this.finished = [];
    if (this.phase === "cafe") this.phase = "review";
    else this.close();
  }
  announce(seat) {
    demand(!this.last.mistaken.length && this.score(seat).points >= 10);
    demand(!this.finished.includes(seat));
    this.ten.push(seat);
    this.done(seat);
  }

  score(seat) {
    const mine = [...this.tokens.values()].filter((token) => token.at === seat);
    const worth = ({ face, colour }) =>
      face === "adler" ? ADLER[colour] : face === "stasi" ? STASI : Number(face);
    return { seat, points: mine.reduce((sum, token) => sum + worth(token), 0),
      golds: mine.filter(({ colour }) => colour === "gold").length };
  }
  close() {
    if (this.ten.length) this.reason = "ten-points";
    else if (COLOURS.some((colour) => !this.pool[colour].length)) this.reason = "colour-out";
    else if (this.number === 5 && !this.last.mistaken.length) this.reason = "five-rounds";
    if (this.reason) this.crown();
    else this.goOn();
  }
  goOn() {
    this.phase = "between";
    for (const [id, { face }] of this.tokens) {
      if (face !== "stasi") continue;
      this.tokens.delete(id);
      this.pool.black.push("stasi");
    }
  }
  crown() {
    this.phase = "over";
    const isAlone = this.ten.length && this.options.ten_points === "announcer";
    const rivals = (isAlone ? this.ten : this.everyone).map((seat) => this.score(seat));
    const order = ({ points, golds }) => points * 100 + golds;
    const best = Math.max(...rivals.map(order));
    this.winners = rivals.filter((each) => order(each) === best).map(({ seat }) => seat).sort();
  }
  get outcome() {
    const scores = this.everyone.map((seat) => this.score(seat));
    const { phase, reason, winners, rounds } = this;
    return { phase, reason, winners, scores, rounds };
  }

  // The move that the clock makes for a seat that the game waits for; none for other seats.
  moveByClock(seat, toss) {
    const isIn = (seats) => seats.includes(seat);
    switch (this.phase) {
      case "sides": return !this.sides.has(seat) &&
        { move: "choose", side: TRAITS[this.bag[seat]][toss()] };
      case "suspects":
        if (seat !== this.turn) return null;
        if (this.waiting === null) return { move: "draw" };
        return { move: "place", as: this.isSuspect(seat) ? "suspect" : "discard" };
      case "last-call": return isIn(this.callers()) && { move: "pass" };
      case "cafe": case "review": return !isIn(this.finished) && { move: "done" };
      default: return null;
    }
  }
}

export { Referee, SUSPECTS, TRAITS };
