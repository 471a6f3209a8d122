"""Detects motion on a page."""

from playwright.sync_api import Page

# Collects the names of animations with a duration.
NOTE_MOTION = """
  window.motion = [];
  const note = ({ target, animationName }) => {
    const isLong = ({ effect }) => effect.getComputedTiming().activeDuration > 0;
    if (target.getAnimations().some(isLong)) window.motion.push(animationName ?? "-");
  };
  for (const name of ["animationstart", "transitionrun"])
    document.addEventListener(name, note, true);
"""
# Neither moves an element: they delay a button and a sentence.
STILL = {"arm", "appear"}
RUNNING = """() => document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().activeDuration > 0)
  .map(({ animationName }) => animationName ?? "-")"""


def motion_of(page: Page) -> set[str]:
    """Return the animations that ran since `NOTE_MOTION`, or run now."""
    return {*page.evaluate("window.motion"), *page.evaluate(RUNNING)} - STILL
