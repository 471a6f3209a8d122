import compat from "eslint-plugin-compat";

import { oldest } from "./oldest.mjs";

export default [
  {
    ...compat.configs["flat/recommended"],
    settings: { lintAllEsApis: true, targets: oldest },
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
  },
];
