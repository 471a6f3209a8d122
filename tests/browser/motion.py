"""What moves on a page that should keep still."""

from playwright.sync_api import Page

# Names of animations that took time.
NOTE_MOTION = """
  window.motion = [];
  const note = ({ target, animationName }) => {
    const isLong = ({ effect }) => effect.getComputedTiming().activeDuration > 0;
    if (target.getAnimations().some(isLong)) window.motion.push(animationName ?? "-");
  };
  for (const name of ["animationstart", "transitionrun"])
    document.addEventListener(name, note, true);
"""
# Neither moves anything: one lets a button wait, the other a sentence.
STILL = {"arm", "appear"}
RUNNING = """() => document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().activeDuration > 0)
  .map(({ animationName }) => animationName ?? "-")"""


def motion_of(page: Page) -> set[str]:
    """Return what has moved on a page where `NOTE_MOTION` ran, or moves now."""
    return {*page.evaluate("window.motion"), *page.evaluate(RUNNING)} - STILL
