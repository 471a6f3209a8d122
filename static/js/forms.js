// The forms that make a table: each is sent once. The keys stay with the page's entry in the
// history, so a form that is sent once more after Back or a reload has the same key.
// Milliseconds until a button may be tapped once more, if no answer comes.
const LOCKED = 5000;
const listKeys = () => [...document.querySelectorAll("form > [name=key]")];
const unlock = ({ form }) => form.classList.remove("htmx-request");

document.addEventListener("submit", (event) => {
  const fields = listKeys();
  const field = fields.find(({ form }) => form === event.target);
  if (!field) return;
  if (field.form.classList.contains("htmx-request")) return event.preventDefault();
  field.form.classList.add("htmx-request");
  setTimeout(unlock, LOCKED, field);
  history.replaceState({ ...history.state, keys: fields.map(({ value }) => value) }, "");
});

const isChanged = ({ checked, defaultChecked, options, value }) =>
  options ? options[0].value !== value : checked && !defaultChecked;

addEventListener("pageshow", () => {
  const fields = listKeys();
  const { keys = [] } = history.state ?? {};
  if (keys.length === fields.length) fields.forEach((field, place) => (field.value = keys[place]));
  fields.forEach(unlock);
  // The browser has filled the fields as they were. What the empty options stand for follows
  // from them (games/table/open.html); htmx begins to listen in a moment.
  const changed = [...document.querySelectorAll(".field [name]")].find(isChanged);
  setTimeout(() => changed?.dispatchEvent(new Event("change", { bubbles: true })));
});
