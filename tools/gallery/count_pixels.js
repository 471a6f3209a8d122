// Counts the pixels that differ between two pictures, and says where they are.
async (addresses) => {
  const [old, now] = await Promise.all(addresses.map(async (address) => {
    const answer = await fetch(address);
    return createImageBitmap(await answer.blob());
  }));
  const width = Math.max(old.width, now.width);
  const height = Math.max(old.height, now.height);
  const read = (image) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  const [before, after] = [read(old), read(now)];
  const found = { count: 0, left: width, top: height, right: 0, bottom: 0 };
  for (let place = 0; place < before.length; place += 1) {
    if (before[place] !== after[place]) {
      const [x, y] = [place % width, Math.floor(place / width)];
      found.count += 1;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y);
    }
  }
  return found;
};
