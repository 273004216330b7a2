// The first script of a page: until the page has begun, it says what has failed in the place of the words that wait.

interface Begun {
  kinetree?: unknown;
}

function say(words: string) {
  const place = document.getElementById("status") ?? document.getElementById("loading");
  if (!place) return;
  place.className = "fault";
  place.textContent = words;
  document.querySelector(".before .small")?.remove(); // what may be the cause is known now
}

const reload = "Load the page again; if the words come back, try a newer browser.";

addEventListener("error", (e) => {
  if (e.message && !e.message.startsWith("ResizeObserver")) say(`The page has failed: ${e.message}. ${reload}`);
});
addEventListener("unhandledrejection", (e) => {
  const why = e.reason instanceof Error ? e.reason.message : String(e.reason);
  if (!(window as Begun).kinetree) say(`The page cannot start: ${why}. ${reload}`);
  else say(`The page has failed: ${why}.`);
});
document.addEventListener("DOMContentLoaded", () => {
  if (!document.getElementById("whole"))
    say("This file is not complete: its end is missing. Get or write it again.");
});
