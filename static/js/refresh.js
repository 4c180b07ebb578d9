/* Pages that change by themselves. An element with `data-refresh` is asked for again after so many milliseconds;
   one with `data-live` whenever its stream says that something changed, and by itself every five seconds where
   nothing comes through. Where somebody chooses or types, it waits until they have. */
(() => {
  "use strict";

  const SLOWEST = 30000;
  const LOOK = 5000; // ms between questions without a stream
  const SELDOM = 12; // so many times longer with one, in case it died silently
  let streaming = null;

  const CHOOSING = "select, textarea, input:not([type=checkbox], [type=radio])";

  /* Whoever has a list of choices open, or writes, is not disturbed. */
  async function left(part) {
    const field = part.contains(document.activeElement) ? document.activeElement : null;
    if (field?.matches(CHOOSING)) await new Promise((go) => field.addEventListener("blur", go, { once: true }));
  }

  async function again(part) {
    const answer = await fetch(part.dataset.source || location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(part.id);
    if (!fresh) return part;
    await left(part);
    const kept = hold(part, fresh);
    part.replaceWith(fresh);
    if (!kept()) {
      fresh.tabIndex = -1;
      fresh.focus({ preventScroll: true });
    }
    document.dispatchEvent(new CustomEvent("refreshed", { detail: fresh }));
    return fresh;
  }

  function keep(named, wait) {
    setTimeout(async () => {
      const part = document.getElementById(named.id); // it may have been replaced meanwhile, or be gone
      if (!part) return;
      let next = wait;
      let now = part;
      try {
        now = document.hidden ? part : await again(part);
      } catch {
        next = Math.min(wait * 2, SLOWEST);
      }
      if (now.dataset.refresh) keep(now, now === part ? next : Number(now.dataset.refresh));
    }, wait);
  }

  function follow(part) {
    let busy = false;
    let missed = false;
    const change = async () => {
      if (busy) {
        missed = true;
        return;
      }
      busy = true;
      do {
        missed = false;
        try {
          await again(document.getElementById(part.id));
        } catch {
          /* the next change asks again, or the next look */
        }
      } while (missed);
      busy = false;
    };
    let told = false;
    let looks = 0;
    streaming = new EventSource(part.dataset.live);
    streaming.addEventListener("cambio", () => {
      told = true;
      looks = 0;
      change();
    });
    streaming.addEventListener("error", () => {
      told = false;
    });
    setInterval(() => {
      looks += 1;
      if (document.hidden || (told && looks < SELDOM)) return;
      looks = 0;
      change();
    }, LOOK);
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const part of document.querySelectorAll("[data-refresh]")) keep(part, Number(part.dataset.refresh));
    const live = document.querySelector("[data-live]");
    if (live) follow(live);
  });
  addEventListener("pagehide", () => streaming?.close());
})();
