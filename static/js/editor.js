/* The board editor: follows links and forms without leaving the page, and shows what the board is worth while it is
   being found out. A change cancels the question about the board before. Knows no game. */
(() => {
  "use strict";

  const MOVED = ["#tablero a", "#sortear", "#vaciar"].join(", ");
  const root = () => document.getElementById("editor");
  let question = null; // what is being asked about the worth
  let asked = 0; // pages wanted so far

  async function go(address) {
    const mine = ++asked;
    question?.abort();
    const focused = document.activeElement?.id;
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("editor");
    if (mine !== asked) return;
    if (!fresh) return location.assign(address);
    root().replaceWith(fresh);
    history.replaceState(null, "", fresh.dataset.address);
    document.dispatchEvent(new CustomEvent("tablero:nuevo"));
    const again = focused && document.getElementById(focused);
    if (again) again.focus({ preventScroll: true });
    say(again);
    think();
  }

  /* What the control with focus is called now; the worth has a status of its own. */
  function say(control) {
    const line = document.createElement("p");
    line.textContent = document.getElementById("problema")?.textContent ?? control?.textContent ?? "";
    document.getElementById("anuncio").replaceChildren(line);
  }

  function follow(form, button) {
    const query = new URLSearchParams(new FormData(form));
    if (button?.name) query.set(button.name, button.value);
    return go(`${form.getAttribute("action")}?${query}`);
  }

  async function think() {
    question?.abort();
    if (root().dataset.ready !== "yes") return;
    const mine = (question = new AbortController());
    const told = document.getElementById("valoracion");
    told.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(root().dataset.worth, { signal: mine.signal });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines.filter(Boolean)) {
          const verdict = JSON.parse(line);
          told.textContent = verdict.text;
          if (verdict.done) told.removeAttribute("aria-busy");
        }
      }
    } catch (problem) {
      if (problem.name !== "AbortError") told.removeAttribute("aria-busy");
    }
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.(MOVED);
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !root().contains(event.target)) return;
    event.preventDefault();
    follow(event.target, event.submitter);
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#forma");
    if (form) follow(form, { name: "cambio", value: "si" });
  });

  think();
})();
