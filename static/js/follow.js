/* Go on without leaving a page: its links and the form of its board are fetched, and what they lead to is put in
   place; Back and Forward work. `links`: which links. `fresh(page)`: the part of a fetched page that matters, null
   where it is another page. `put(page)` puts it in place and gives what is to be done once that is known. `late()`
   says that an answer takes its time. */
const follow = (() => {
  "use strict";

  const PATIENCE = 300; // ms without an answer before that is said

  const board = (what, detail) => document.dispatchEvent(new CustomEvent(`tablero:${what}`, { detail }));

  return ({ links, fresh, put, late = () => undefined }) => {
    let turn = Promise.resolve(); // one answer after the other

    async function show(address, { remember = true, token = null } = {}) {
      let answer;
      let text;
      const waiting = setTimeout(late, PATIENCE);
      board("enviando", token);
      try {
        answer = await fetch(address, { headers: { Accept: "text/html" } });
        text = await answer.text();
      } catch {
        return location.assign(address); // the browser says what is wrong with the network
      } finally {
        clearTimeout(waiting);
        board("listo");
      }
      const page = new DOMParser().parseFromString(text, "text/html");
      if (!answer.ok || !fresh(page)) return location.assign(address);
      const then = put(page);
      if (remember && answer.url !== location.href) history.pushState(null, "", answer.url);
      board("nuevo");
      then();
    }

    const queue = (address, token) => (turn = turn.then(() => show(address, { token })));

    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target.closest?.(links);
      if (!link) return;
      event.preventDefault();
      if (link.getAttribute("aria-disabled") !== "true") queue(link.href);
    });

    document.addEventListener("submit", (event) => {
      if (event.defaultPrevented || event.target.id !== "jugar") return;
      event.preventDefault();
      const query = new URLSearchParams(new FormData(event.target));
      const { id, name, value } = event.submitter ?? {};
      if (name) query.set(name, value);
      queue(`${event.target.getAttribute("action").split("?")[0]}?${query}`, id?.startsWith("b-") ? id.slice(2) : null);
    });

    addEventListener("popstate", () => (turn = turn.then(() => show(location.href, { remember: false }))));
  };
})();
