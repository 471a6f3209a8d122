// Passkeys: asks the device, puts its answer into the form and sends that. Forms are
// hidden until this script runs, for without it they can do nothing.
const kinds = {
  create: (options) => {
    const wanted = { residentKey: "required", userVerification: "required" };
    Object.assign(options.publicKey.authenticatorSelection, wanted);
    return webauthnJSON.create(options);
  },
  get: (options) => webauthnJSON.get(options),
};

async function optionsOf(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const accept = { headers: { Accept: "application/json" } };
  const response = await fetch(form.action, accept);
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()).request_options;
}

async function ask(event) {
  event.preventDefault();
  const form = event.target;
  const button = form.querySelector("button");
  const failure = form.querySelector("[data-passkey-failure]");
  failure.hidden = true;
  button.disabled = true;
  try {
    const credential = await kinds[form.dataset.passkey](await optionsOf(form));
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    // Cancelled, timed out, or the device has none: the browser does not say which.
    failure.hidden = false;
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const possible = Boolean(window.PublicKeyCredential && window.webauthnJSON);
  form.hidden = !possible;
  const missing = document.querySelector("[data-passkey-missing]");
  if (missing) missing.hidden = possible;
  form.addEventListener("submit", ask);
}
