/* A question without leaving its page: what follows from an answer is put in place and said. Knows no game. */
(() => {
  "use strict";

  const field = (root) => root.querySelector("#pregunta > .field");
  const reply = (root) => root.querySelector("#respuesta");

  follow({
    links: "#respuesta a[href]",
    fresh: reply,
    late() {
      const said = reply(document);
      const line = document.createElement("p");
      line.textContent = said.dataset.late;
      if (said.contains(document.activeElement)) said.focus({ preventScroll: true });
      said.replaceChildren(line);
      said.scrollIntoView({ block: "nearest" });
    },
    put(page) {
      const [board, said] = [field(document), reply(document)]; // the second stays, so that what it says is heard
      const kept = [hold(board, field(page)), hold(said, reply(page))];
      board.replaceWith(field(page));
      said.replaceChildren(...reply(page).childNodes);
      return () => {
        if (!kept.every((held) => held())) said.focus({ preventScroll: true });
        said.scrollIntoView({ block: "nearest" });
      };
    },
  });
})();
