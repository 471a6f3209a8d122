// What a page says about its table, read by nothing but the names that are promised,
// as soon as it has heard of so many moves.
async (moves) => {
  const table = document.querySelector("#table");
  const isThere = () => Number(table.dataset.moves) === moves;
  await new Promise((resolve) => {
    if (isThere()) return resolve();
    setTimeout(resolve, 30_000);
    new MutationObserver((_, observer) => {
      if (!isThere()) return;
      observer.disconnect();
      resolve();
    }).observe(table, { attributes: true });
  });
  const all = (selector, from = table) => [...from.querySelectorAll(selector)];
  const value = (name, from = table) => {
    const [element] = all(`[data-${name}]`, from);
    return element ? element.getAttribute(`data-${name}`) : null;
  };
  const number = (element) => {
    const found = element?.textContent.replace("\u2212", "-").match(/-?\d+/);
    return found ? Number(found[0]) : null;
  };
  const suspects = (from) =>
    all("[data-suspect]", from).map((card) => card.dataset.suspect);
  const options = (name) =>
    all(`form[data-move=trade] select[name=${name}] option`).map((option) => option.value);
  const buttons = (kind, name) =>
    all(`form[data-move=${kind}] button[name=${name}]`).map((button) => button.value);

  const seats = all("[data-seat]").map((seat) => ({
    seat: Number(seat.dataset.seat),
    investigator: seat.dataset.investigator,
    marks: ["turn", "done", "stasi", "winner"].filter((mark) =>
      seat.hasAttribute(`data-${mark}`),
    ),
    line: suspects(seat.querySelector("[data-line]")),
    accused: Object.fromEntries(
      all("[data-accused-by]", seat).map((card) => [
        card.dataset.suspect,
        Number(card.dataset.accusedBy),
      ]),
    ),
    discards: number(seat.querySelector("[data-discards]")),
    openDiscards: suspects(seat.querySelector("[data-discards]")),
    clue: value("clue", seat),
    points: number(seat.querySelector("[data-points]")),
    tokens: all("[data-token]", seat).map(({ dataset }) => ({
      id: dataset.token,
      colour: dataset.colour,
      face: dataset.face ?? null,
    })),
  }));
  const kinds = ["choose", "draw", "place", "accuse", "trade", "done", "announce"];
  return {
    phase: table.dataset.phase,
    round: Number(table.dataset.round),
    moves: Number(table.dataset.moves),
    viewer: table.dataset.viewer,
    reason: value("reason"),
    deck: number(document.querySelector("[data-deck]")),
    drawn: value("drawn"),
    pool: all("[data-pool]").map((pile) => [pile.dataset.pool, number(pile)]),
    publicClues: all("[data-public-clue]").map(({ dataset }) => dataset.publicClue),
    myClue: value("my-clue"),
    seats,
    forms: kinds.filter((kind) => all(`form[data-move=${kind}]`).length),
    choose: buttons("choose", "side"),
    place: buttons("place", "as"),
    // One button accuses all of them: it gets the suspect whose card is pressed.
    accuse: all("button[form=move-accuse]").length
      ? all("[data-line] [data-suspect]:not([data-accused-by])").map(
          (card) => card.dataset.suspect,
        )
      : [],
    give: options("give"),
    take: options("take"),
    language: document.documentElement.lang,
    text: document.body.textContent,
    // Wherever a suspect's code may hide: attributes, identifiers, hidden parts.
    codes: document.documentElement.outerHTML.match(/(?<!\w)[01]{5}(?!\w)/g) ?? [],
  };
}
