// The forms that make a table: each is sent once (taps.css). The keys stay with the page's
// entry in the history, so a form that is sent once more after Back or a reload has the same
// key.
const listKeys = () => [...document.querySelectorAll("form > [name=key]")];

document.addEventListener("submit", ({ target }) => {
  const fields = listKeys();
  const field = fields.find(({ form }) => form === target);
  if (!field) return;
  field.form.classList.add("htmx-request");
  history.replaceState({ ...history.state, keys: fields.map(({ value }) => value) }, "");
});

const isChanged = ({ checked, defaultChecked, options, value }) =>
  options ? options[0].value !== value : checked && !defaultChecked;

addEventListener("pageshow", () => {
  const fields = listKeys();
  const { keys = [] } = history.state ?? {};
  if (keys.length === fields.length) fields.forEach((field, place) => (field.value = keys[place]));
  fields.forEach(({ form }) => form.classList.remove("htmx-request"));
  // The browser has filled the fields as they were. What the empty options stand for follows
  // from them (games/table/open.html); htmx begins to listen in a moment.
  const changed = [...document.querySelectorAll(".field [name]")].find(isChanged);
  setTimeout(() => changed?.dispatchEvent(new Event("change", { bubbles: true })));
});
