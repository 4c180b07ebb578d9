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

  function lead() {
    if (document.hidden || leading) return;
    const game = document.querySelector("form[data-go]");
    const next = document.querySelector("form[data-auto]");
    if (game && sessionStorage.getItem(SEEN) !== game.dataset.go) {
      sessionStorage.setItem(SEEN, game.dataset.go);
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
