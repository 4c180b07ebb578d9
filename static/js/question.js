/* A question without leaving its page: an answer and what follows from it are fetched, put in place and said. Knows
   no game. */
(() => {
  "use strict";

  const field = (root) => root.querySelector("#pregunta > .field");
  const reply = (root) => root.querySelector("#respuesta");
  let turn = Promise.resolve(); // one answer after the other

  async function show(address, { remember = true } = {}) {
    let answer;
    try {
      answer = await fetch(address, { headers: { Accept: "text/html" } });
    } catch {
      return location.assign(address); // the browser says what is wrong with the network
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || !reply(page)) return location.assign(address);
    const [board, said] = [field(document), reply(document)]; // the second stays, so that what it says is heard
    const kept = [hold(board, field(page)), hold(said, reply(page))];
    board.replaceWith(field(page));
    said.replaceChildren(...reply(page).childNodes);
    if (remember && answer.url !== location.href) history.pushState(null, "", answer.url);
    document.dispatchEvent(new CustomEvent("tablero:nuevo"));
    if (!kept.every((held) => held())) said.focus({ preventScroll: true });
    said.scrollIntoView({ block: "nearest" });
  }

  const queue = (address) => (turn = turn.then(() => show(address)));

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("#respuesta a[href]");
    if (!link) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") queue(link.href);
  });

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.id !== "jugar") return;
    event.preventDefault();
    const query = new URLSearchParams(new FormData(event.target));
    const { name, value } = event.submitter ?? {};
    if (name) query.set(name, value);
    queue(`${event.target.getAttribute("action").split("?")[0]}?${query}`);
  });

  addEventListener("popstate", () => (turn = turn.then(() => show(location.href, { remember: false }))));
})();
