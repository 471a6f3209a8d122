// node server.js PORT memory|files|postgres PLACE
const { FlatFile, Origins, Server } = require("boardgame.io/dist/cjs/server.js");
const { Charlie } = require("./game.js");

const [port, storage, place] = process.argv.slice(2);

function openStorage() {
  if (storage === "files") return new FlatFile({ dir: place });
  if (storage !== "postgres") return undefined;
  const { PostgresStore } = require("bgio-postgres");
  return new PostgresStore(place, { logging: false });
}

Server({ games: [Charlie], db: openStorage(), origins: [Origins.LOCALHOST] }).run(Number(port));
