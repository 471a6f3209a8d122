import { oldest, oldestDisplay } from "./oldest.mjs";

// Without these a page loses no word and no control.
const decoration = [
  "css-media-scripting",
  "css-touch-action",
  "extended-system-fonts",
  "text-size-adjust",
];

// Each stands in a rule of its own, which adds to what the others say.
const additions = ["css-container-queries", "css-has", "viewport-unit-variants"];
// Where the plugin errs: a comma after `:not()` is none in it.
const misread = ["css-not-sel-list"];
const plugin = "plugin/no-unsupported-browser-features";
const limits = { ignore: decoration, ignorePartialSupport: true };

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: {
    // Sizes of letters, and colours, come from tokens.css.
    "declaration-property-value-allowed-list": {
      "font-size": ["inherit", "/^var\\(--/"],
      font: ["inherit", "/^([1-9]00 )?var\\(--/"],
    },
    "color-no-hex": true,
    "color-named": "never",
    "function-disallowed-list": ["/^(rgb|hsl)a?$/"],
    // Chrome before 120 drops a nested rule that begins with a tag: `& svg` is read.
    "selector-nested-pattern": "^[^a-z]",
    [plugin]: [true, { ...limits, browsers: oldest }],
  },
  overrides: [
    {
      files: "../../static/css/tokens.css",
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
    {
      // Relative to this file.
      files: "../../static/css/display/*.css",
      rules: {
        [plugin]: [
          true,
          { ...limits, browsers: oldestDisplay, ignore: [...decoration, ...additions, ...misread] },
        ],
        // What the plugin takes for partial support, or does not know.
        "property-disallowed-list": ["aspect-ratio", "/^inset/"],
        "selector-disallowed-list": [/^(?!.*:has).*:(is|where)\(/s, /:not\([^()]*,/],
      },
    },
  ],
};
