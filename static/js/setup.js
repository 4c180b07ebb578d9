/* The set-up form: hides settings that mean nothing on the chosen board, shows that board as it is chosen, and
   takes a place from a click on it. Without scripts the same happens by asking for the page again. Knows no game. */
(() => {
  "use strict";

  const form = document.querySelector(".setup-form");
  const field = () => document.getElementById("lugar");
  let asked = 0;

  function narrow() {
    const first = form.querySelector(".own-size [name]");
    const kind = first && new FormData(form).get(first.name);
    for (const each of form.querySelectorAll("[data-within]")) {
      each.hidden = !each.dataset.within.split(" ").includes(kind);
      each.disabled = each.hidden;
    }
    for (const list of form.querySelectorAll(".own-size select")) {
      if (list.selectedOptions[0]?.hidden) list.value = [...list.options].findLast((each) => !each.hidden)?.value;
    }
  }

  function query() {
    const fields = new FormData(form);
    return new URLSearchParams([...fields].filter(([, value]) => typeof value === "string"));
  }

  /* The board of the settings as they are now; an answer that comes too late is thrown away. */
  async function draw() {
    const mine = ++asked;
    let text;
    try {
      const answer = await fetch(`${form.action}?${query()}`, { headers: { Accept: "text/html" } });
      text = await answer.text();
    } catch {
      return; // no connection: the picture stays as it was, and sending the form tells
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    if (mine !== asked) return;
    document.getElementById("dibujo")?.replaceWith(page.getElementById("dibujo"));
    const fresh = page.getElementById("lugar");
    if (!fresh) return;
    for (const part of [".problem", ".point-at"]) {
      const old = field().querySelector(part);
      const now = fresh.querySelector(part);
      if (old && now) old.replaceWith(now);
      else if (now && part === ".problem") field().querySelector(".control-row").after(now);
      else if (old && part === ".problem") old.remove();
    }
  }

  /* Until somebody chooses a board: the usual one, or against the weakest level the one for beginners. */
  const easy = form.querySelector("[data-beginner]");
  const usual = form.querySelector('[name="tablero"]:checked');
  let touched = !easy || usual === easy;

  function suggest() {
    const sent = new FormData(form);
    const weak = sent.get("modo") === "computer" && sent.get("nivel") === easy.dataset.beginner;
    (weak ? easy : usual).checked = true;
  }

  function put(input, value) {
    input.value = value;
    draw();
  }

  document.addEventListener("click", (event) => {
    const spot = event.target.closest?.(".point-at [data-token]");
    const clear = event.target.closest?.("[data-clear]");
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (spot) {
      event.preventDefault();
      put(document.getElementById(spot.closest(".point-at").dataset.field), spot.dataset.token);
    } else if (clear) {
      put(document.getElementById(clear.dataset.clear), "");
    }
  });

  form.addEventListener("change", (event) => {
    narrow();
    touched ||= event.target.name === "tablero";
    if (!touched) suggest();
    const input = field()?.querySelector("input");
    const board = event.target.name === "tablero" || event.target.closest(".own-size");
    if (board && input) input.value = "";
    if (board || event.target === input || document.getElementById("dibujo")) draw();
  });

  narrow();
})();
