/* Going through a game: links, slider, arrow keys and playing by itself show one position after another without
   leaving the page. The address follows, so that it can be copied. Knows no game. */
(() => {
  "use strict";

  const section = () => document.getElementById("partida");
  const KEYS = { ArrowLeft: "paso-previous", ArrowRight: "paso-next", Home: "paso-first", End: "paso-last" };
  let running = 0;

  function look(link) {
    if (!link || link.getAttribute("aria-disabled") === "true") return;
    history.replaceState(null, "", link.href);
    const ply = new URL(link.href).searchParams.get("jugada") ?? "";
    document.dispatchEvent(new CustomEvent("partida:mirar", { detail: ply }));
  }

  /* A key or a button pressed again, or held, goes on from where the last press leads, not from what is still
     shown. */
  function press(key) {
    const link = document.getElementById(KEYS[key]);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const wanted = new URL(location.href).searchParams.get("jugada");
    if (!by || !link || wanted === null || wanted === section().dataset.ply) return look(link);
    const url = new URL(location.href);
    const last = Number(section().dataset.last);
    url.searchParams.set("jugada", String(Math.max(Math.min(Number(wanted) + by, last), 0)));
    return look({ href: url.href, getAttribute: () => null });
  }

  function stop() {
    clearInterval(running);
    running = 0;
    label();
  }

  function label() {
    const button = document.getElementById("reproducir");
    if (!button) return;
    button.setAttribute("aria-pressed", running ? "true" : "false");
    button.querySelector(".hidden").textContent = running ? button.dataset.stop : button.dataset.go;
    const slider = document.getElementById("deslizador");
    slider.max = section().dataset.last;
    slider.value = section().dataset.ply;
  }

  function step() {
    if (section().dataset.ply === section().dataset.last) return stop();
    look(document.getElementById("paso-next"));
  }

  function start() {
    if (section().dataset.ply === section().dataset.last) look(document.getElementById("paso-first"));
    running = setInterval(step, Number(document.getElementById("ritmo").value));
    label();
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("#partida a[href*='jugada='], #ir-ultima");
    if (link) {
      event.preventDefault();
      stop();
      const key = Object.keys(KEYS).find((name) => KEYS[name] === link.id);
      if (key) press(key);
      else look(link);
    } else if (event.target.closest?.("#reproducir")) {
      if (running) stop();
      else start();
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target.id !== "deslizador") return;
    const ply = event.target.value;
    stop();
    const url = new URL(location.href);
    url.searchParams.set("jugada", ply);
    history.replaceState(null, "", url);
    document.dispatchEvent(new CustomEvent("partida:mirar", { detail: ply }));
  });

  document.addEventListener("change", (event) => {
    if (event.target.id === "ritmo" && running) {
      clearInterval(running);
      start();
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!KEYS[event.key] || event.target.closest?.("input, select, textarea, dialog, #jugar")) return;
    if (!document.getElementById("paso-next")) return;
    event.preventDefault();
    stop();
    press(event.key);
  });

  /* The list scrolls to the shown move, the page does not. */
  function reveal() {
    const list = document.querySelector(".record");
    const shown = list?.querySelector('[aria-current="true"]');
    if (!shown) return;
    const [outer, inner] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }

  for (const name of ["DOMContentLoaded", "htmx:after:swap"]) {
    document.addEventListener(name, () => {
      label();
      reveal();
    });
  }
})();
