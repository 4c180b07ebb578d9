/* What is kept for the time without a connection: says so for each lesson, and has one kept where that is asked for. */
(() => {
  "use strict";

  const list = document.querySelector(".kept");
  const said = list.dataset;
  const language = document.documentElement.lang;
  const buttons = [...list.querySelectorAll("[data-path]")];

  function show(button, text, idle) {
    button.nextElementSibling.textContent = text;
    button.hidden = idle;
  }

  async function isKept({ dataset }) {
    return Boolean(await caches.match(`${dataset.path}?paso=${dataset.steps}&lado=0`));
  }

  /* Whether this browser has what it takes, and may use it. */
  async function able() {
    try {
      await caches.keys();
      return Boolean(navigator.serviceWorker);
    } catch {
      return false;
    }
  }

  async function begin() {
    if (!await able()) {
      document.getElementById("imposible").hidden = false;
      for (const button of buttons) button.hidden = true;
      return;
    }
    for (const button of buttons) if (await isKept(button)) show(button, said.kept, true);
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      const button = buttons.find(({ dataset }) => dataset.path === data.path);
      if (button && data.wish === "lesson") show(button, data.kept ? said.kept : said.failed, data.kept);
    });
  }

  list.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-path]");
    if (!button) return;
    show(button, said.keeping, true);
    const { active } = await navigator.serviceWorker.ready;
    const { path, steps } = button.dataset;
    active.postMessage({ wish: "lesson", path, side: 0, steps: Number(steps), language });
  });

  begin();
})();
