/* Go on without leaving a page: its links and the form of its board are fetched, and what they lead to is put in
   place; Back and Forward work. `links`: which links. `fresh(page)`: the part of a fetched page that matters, null
   where it is another page. `put(page)` puts it in place and gives what is to be done once that is known. */
const follow = (() => {
  "use strict";

  return ({ links, fresh, put }) => {
    let turn = Promise.resolve(); // one answer after the other

    async function show(address, { remember = true } = {}) {
      let answer;
      try {
        answer = await fetch(address, { headers: { Accept: "text/html" } });
      } catch {
        return location.assign(address); // the browser says what is wrong with the network
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || !fresh(page)) return location.assign(address);
      const then = put(page);
      if (remember && answer.url !== location.href) history.pushState(null, "", answer.url);
      document.dispatchEvent(new CustomEvent("tablero:nuevo"));
      then();
    }

    const queue = (address) => (turn = turn.then(() => show(address)));

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
      const { name, value } = event.submitter ?? {};
      if (name) query.set(name, value);
      queue(`${event.target.getAttribute("action").split("?")[0]}?${query}`);
    });

    addEventListener("popstate", () => (turn = turn.then(() => show(location.href, { remember: false }))));
  };
})();
