// Reads a record as games/proof/grammar.py does: the page has its grammar.json, a JSON Schema. Each
// refusal is an Error in the same words; it never repeats the input.
const MOST_BYTES = 2e6;
const DEEPEST = 16;
const TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*"/g;
const BRACKET = /[[\]{}]/g;
const NUMBER = /-?[0-9][-+.0-9A-Za-z]*/g;
const WHOLE = /^(?:0|-?[1-9][0-9]{0,15})$/;
const grammar = JSON.parse(document.getElementById("grammar").textContent);

const refuse = (words, place = "round 0, move 0") => { throw new Error(`${place}: ${words}`); };

// JSON.parse takes 1.0 for 1 and rounds large numbers, so the numbers are read as text.
function checkText(text) {
  if (new TextEncoder().encode(text).length > MOST_BYTES) refuse("longer than 2,000,000 bytes");
  const bare = text.replace(TEXT, '""');
  let depth = 0;
  for (const [bracket] of bare.matchAll(BRACKET)) {
    depth += "[{".includes(bracket) ? 1 : -1;
    if (depth > DEEPEST) refuse("nested too deeply");
  }
  for (const [number] of bare.matchAll(NUMBER)) {
    if (!WHOLE.test(number) || !Number.isSafeInteger(Number(number)))
      refuse("a number that is not whole and below 2^53");
  }
}

function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
function fits(value, schema) {
  const kind = typeOf(value);
  if (schema.type && kind !== schema.type) return false;
  if ("const" in schema) return value === schema.const;
  switch (kind) {
    case "string": return new RegExp(schema.pattern ?? "").test(value);
    case "integer":
      return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
    case "array": {
      const kinds = schema.uniqueItems ? new Set(value.map((each) => JSON.stringify(each))) : null;
      return value.length >= (schema.minItems ?? 0) && (kinds?.size ?? value.length) === value.length
        && value.length <= (schema.maxItems ?? value.length);
    }
    case "object": return Object.keys(value).length <= (schema.maxProperties ?? Infinity);
    default: return true;
  }
}

// The faults of a value in the order of the grammar: paths and words.
function* faultsOf(value, given, path = []) {
  const schema = given.$ref ? grammar.$defs[given.$ref.split("/").at(-1)] : given;
  if (!fits(value, schema)) {
    yield [path, `not ${schema.title}`];
    return;
  }
  const kind = typeOf(value);
  const known = schema.properties ?? {};
  if (kind === "object") {
    for (const key of schema.required ?? [])
      if (!Object.hasOwn(value, key)) yield [[...path, key], "missing"];
    if (schema.additionalProperties === false &&
      !Object.keys(value).every((key) => Object.hasOwn(known, key))) yield [path, "an unknown key"];
    for (const key of Object.keys(known))
      if (Object.hasOwn(value, key)) yield* faultsOf(value[key], known[key], [...path, key]);
  } else if (kind === "array" && schema.items) {
    for (const [index, each] of value.entries())
      yield* faultsOf(each, schema.items, [...path, index]);
  }
  if (schema.anyOf?.every((way) => !faultsOf(value, way).next().done))
    yield [path, `not ${schema.title}`];
}
function checkGrammar(record) {
  const { value: fault } = faultsOf(record, grammar).next();
  if (!fault) return;
  let [rest, words] = fault;
  let [round, move] = [0, 0];
  if (rest[0] === "rounds" && rest.length > 1) {
    round = rest[1] + 1;
    rest = rest.slice(2);
    if (rest[0] === "moves" && rest.length > 1) {
      move = rest[1] + 1;
      rest = rest.slice(2);
    }
  }
  const place = rest.map((step) => (typeof step === "number" ? ` ${step + 1}` : `, ${step}`)).join("");
  refuse(place ? `${place.slice(2)}: ${words}` : words, `round ${round}, move ${move}`);
}

// The record in a text; throws the refusal.
function read(text) {
  checkText(text);
  let record;
  try { record = JSON.parse(text); } catch { refuse("not JSON"); }
  checkGrammar(record);
  if (record.first_seat >= record.seats.length) refuse("no such first seat");
  return record;
}
// Whether a text in braces has every part of a record; what the parts hold is for the checks.
function isWhole(text) {
  try {
    const found = JSON.parse(text);
    return grammar.required.every((part) => Object.hasOwn(found, part));
  } catch { return false; }
}
const isObject = (value) => value !== null && typeof value === "object";

// The places where two values of the grammar differ.
function* differences(due, found, place) {
  if (Array.isArray(due) && Array.isArray(found)) {
    for (let i = 0; i < Math.max(due.length, found.length); i++)
      yield* differences(due[i] ?? null, found[i] ?? null, `${place} ${i + 1}`);
  } else if (isObject(due) && isObject(found)) {
    for (const key of new Set([...Object.keys(due), ...Object.keys(found)]))
      yield* differences(due[key], found[key], `${place}, ${key}`);
  } else if (due !== found) yield place;
}
export { differences, isWhole, read };
