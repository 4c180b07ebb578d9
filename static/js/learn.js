/* A lesson without leaving its page: what leads to another position is fetched and put in place; Back and Forward
   work. Knows no game. */
(() => {
  "use strict";

  const root = () => document.getElementById("leccion");
  const region = document.getElementById("anuncio");
  let turn = Promise.resolve(); // one answer after the other

  async function show(address, { remember = true } = {}) {
    let answer;
    try {
      answer = await fetch(address, { headers: { Accept: "text/html" } });
    } catch {
      return location.assign(address); // the browser says what is wrong with the network
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("leccion");
    if (!answer.ok || !fresh) return location.assign(address);
    const focused = document.activeElement?.id;
    const inside = root().contains(document.activeElement);
    const step = document.getElementById("paso").textContent;
    root().replaceWith(fresh);
    document.title = page.title;
    if (remember && answer.url !== location.href) history.pushState(null, "", answer.url);
    document.dispatchEvent(new CustomEvent("tablero:nuevo"));
    const done = fresh.dataset.done === "yes" && document.getElementById("siguiente");
    const again = inside && (done || document.getElementById(focused) || document.getElementById("paso"));
    if (again) again.focus({ preventScroll: true });
    tell(step);
  }

  /* The verdict aloud, or the step if it is a new one; and into sight. */
  function tell(before) {
    const verdict = document.getElementById("veredicto");
    const step = document.getElementById("paso").textContent;
    const line = document.createElement("p");
    line.textContent = [step === before ? "" : step, verdict?.textContent ?? document.getElementById("tarea").textContent]
      .join(" ").replace(/\s+/g, " ").trim();
    region.replaceChildren(line);
    verdict?.parentElement.scrollIntoView({ block: "nearest" });
  }

  const queue = (address) => (turn = turn.then(() => show(address)));

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("#leccion a[data-follow]");
    if (!link) return;
    event.preventDefault();
    queue(link.href);
  });

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.id !== "jugar") return;
    event.preventDefault();
    const query = new URLSearchParams(new FormData(event.target));
    const { name, value } = event.submitter ?? {};
    if (name) query.set(name, value);
    queue(`${event.target.getAttribute("action")}?${query}`);
  });

  addEventListener("popstate", () => (turn = turn.then(() => show(location.href, { remember: false }))));
})();
