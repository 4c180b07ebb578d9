/* A lesson without leaving its page: what leads to another position is put in place and said. Knows no game. */
(() => {
  "use strict";

  const lesson = (root) => root.querySelector("#leccion");
  const region = document.getElementById("anuncio");

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

  follow({
    links: "#leccion a[data-follow]",
    fresh: lesson,
    put(page) {
      const fresh = lesson(page);
      const focused = document.activeElement?.id;
      const inside = lesson(document).contains(document.activeElement);
      const step = document.getElementById("paso").textContent;
      lesson(document).replaceWith(fresh);
      document.title = page.title;
      return () => {
        const done = fresh.dataset.done === "yes" && document.getElementById("siguiente");
        const again = inside && (done || document.getElementById(focused) || document.getElementById("paso"));
        if (again) again.focus({ preventScroll: true });
        tell(step);
      };
    },
  });
})();
