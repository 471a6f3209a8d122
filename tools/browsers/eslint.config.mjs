import compat from "eslint-plugin-compat";

import { displayScripts, oldest, oldestDisplay } from "./oldest.mjs";

// What the plugin does not see: methods of objects, and selectors in texts.
const METHODS = "at|findLast|findLastIndex|hasOwn|replaceChildren|toReversed|toSorted|toSpliced";
const SELECTORS = String.raw`/:(is|where|has)\u0028|:not\u0028[^)]*[\s,]|:nth-[a-z-]+\u0028[^)]* of /`;
const message = "Chromium 85 does not know this.";

export default [
  {
    ...compat.configs["flat/recommended"],
    settings: { lintAllEsApis: true, targets: oldest },
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
  },
  {
    files: displayScripts,
    settings: { targets: oldestDisplay },
    languageOptions: { ecmaVersion: 2021 },
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: `CallExpression > .callee[property.name=/^(${METHODS})$/]`, message },
        { selector: `Literal[value=${SELECTORS}]`, message },
        { selector: `TemplateElement[value.raw=${SELECTORS}]`, message },
      ],
    },
  },
];
