/* Lets the service worker keep the lesson or the table that is open, once the page has nothing else to do; not where
   data is to be saved. */
(() => {
  "use strict";

  const IDLE = 3000; // ms after which it is asked in any case
  if (!navigator.serviceWorker || navigator.connection?.saveData) return;
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, IDLE));

  addEventListener("load", () => whenIdle(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (document.getElementById("mesa")) {
      active.postMessage({ wish: "page", path: location.pathname });
      return;
    }
    const side = Number(new URLSearchParams(location.search).get("lado") ?? 0);
    const steps = document.querySelectorAll(".way li").length - 1; // the last is a game against the computer
    active.postMessage({ wish: "lesson", path: location.pathname, side, steps, language: document.documentElement.lang });
  }, { timeout: IDLE }));
})();
