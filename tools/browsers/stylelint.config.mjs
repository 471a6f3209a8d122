import { oldest } from "./oldest.mjs";

// Without these a page loses no word and no control.
const decoration = [
  "css-media-scripting",
  "css-touch-action",
  "extended-system-fonts",
  "text-size-adjust",
];

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: {
    // Chrome before 120 drops a nested rule that begins with a tag: `& svg` is read.
    "selector-nested-pattern": "^[^a-z]",
    "plugin/no-unsupported-browser-features": [
      true,
      { browsers: oldest, ignore: decoration, ignorePartialSupport: true },
    ],
  },
};
