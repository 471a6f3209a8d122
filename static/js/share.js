// The buttons that pass something on; page.js loads this with the first of them.
async function picture(address) {
  const image = Object.assign(new Image(1200, 630), { src: address });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done));
  const files = [new File([blob], "checkpoint-charlie.png", { type: blob.type })];
  return navigator.canShare?.({ files }) ? { files } : {};
}

export async function share(button) {
  const link = document.querySelector(button.dataset.share);
  const { text } = button.dataset;
  // On the server's own machine the page's address leads nowhere from a phone.
  const url = button.dataset.url ?? document.getElementById("wire")?.dataset.link;
  if (navigator.share) {
    const { picture: address } = button.dataset;
    const more = address ? await picture(address).catch(() => null) : null;
    try {
      return await navigator.share({ title: document.title, text, url, ...more });
    } catch (error) {
      // The player has closed the share sheet. Else the browser refuses to open one.
      if (error.name === "AbortError") return;
    }
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
