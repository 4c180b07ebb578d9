/* The board editor: follows links and forms without leaving the page, and shows what the board is worth while it is
   being found out. A change cancels the question about the board before. Knows no game. */
(() => {
  "use strict";

  const LINKS = ["sortear", "vaciar"]; // ids of links that change the board
  const root = () => document.getElementById("editor");
  let question = null; // what is being asked about the worth
  let turn = Promise.resolve(); // one change after the other: each is made to the board that the last one left

  function queue(step) {
    turn = turn.then(step, step);
  }

  async function go(address) {
    question?.abort();
    let text;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      text = await answer.text();
    } catch {
      return location.assign(address); // the browser says what is wrong with the network
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById("editor");
    if (!fresh) return location.assign(address);
    const focused = document.activeElement?.id;
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

  /* Send a form as it will be when its turn comes, with what was just chosen or pressed. */
  function follow(form, ...chosen) {
    const { id } = form;
    queue(() => {
      const now = document.getElementById(id) ?? form;
      const query = new URLSearchParams(new FormData(now));
      for (const { name, value } of chosen) query.set(name, value);
      return go(`${now.getAttribute("action")}?${query}`);
    });
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
    const id = LINKS.find((each) => event.target.closest?.(`#${each}`));
    if (!id) return;
    event.preventDefault();
    queue(() => go(document.getElementById(id).getAttribute("href")));
  });

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !root().contains(event.target)) return;
    event.preventDefault();
    const { name, value } = event.submitter ?? {};
    follow(event.target, ...(name ? [{ name, value }] : []));
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#forma");
    const { name, value } = event.target;
    if (form) follow(form, { name, value }, { name: "cambio", value: "si" });
  });

  think();
})();
