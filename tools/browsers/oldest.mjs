// The oldest browsers that play a whole game (docs/accessibility.md).
export const oldest = ["chrome 112", "safari 16.5", "firefox 121"];
