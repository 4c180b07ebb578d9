/* Printing, and saving the secret link as a file. */
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-print]")) print();
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("[data-save]")) {
      const text = document.getElementById(link.dataset.save).value;
      link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    }
  });
})();
