/* A pupil's league page leads on by itself: back among those who wait for an opponent, and to a game that has
   begun, once for each game, so that whoever comes back from it can look at the table. */
(() => {
  "use strict";

  const SEEN = "liga";
  const status = document.getElementById("anuncio");
  let leading = false;
  let said = document.getElementById("que-toca")?.textContent;

  function tell() {
    const now = document.getElementById("que-toca")?.textContent;
    if (now && now !== said) status.textContent = now;
    said = now;
  }

  /* Whether a game is led to for the first time. Where nothing may be kept that is not known: it is not led to. */
  function first(game) {
    try {
      if (sessionStorage.getItem(SEEN) === game) return false;
      sessionStorage.setItem(SEEN, game);
      return true;
    } catch {
      return false;
    }
  }

  function lead() {
    if (document.hidden || leading) return;
    const game = document.querySelector("form[data-go]");
    const next = document.querySelector("form[data-auto]");
    if (game && first(game.dataset.go)) {
      leading = true;
      game.requestSubmit();
    } else if (next) {
      leading = true;
      next.requestSubmit();
    }
  }

  document.addEventListener("refreshed", () => {
    tell();
    lead();
  });
  document.addEventListener("visibilitychange", lead);
  addEventListener("pageshow", (event) => {
    leading = leading && !event.persisted;
  });
  document.addEventListener("DOMContentLoaded", lead);
})();
