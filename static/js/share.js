/* Sharing: pages marked for it open as a dialog, and the device's own share sheet is offered where there is one.
   Without scripts the same things are pages. */
(() => {
  "use strict";

  const dialog = document.getElementById("dialogo");

  async function open(link) {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const body = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .querySelector("[data-dialog-body]");
    if (!answer.ok || !body) {
      location.assign(link.href);
      return;
    }
    const title = body.querySelector("h1");
    const heading = document.createElement("h2");
    heading.className = title.className;
    heading.textContent = title.textContent;
    title.replaceWith(heading);
    dialog.setAttribute("aria-label", heading.textContent);
    dialog.firstElementChild.replaceChildren(body);
    ready(dialog);
    dialog.showModal();
  }

  /* The share sheet exists on some devices only. */
  function ready(root) {
    for (const button of root.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("a[data-dialog]");
    const sharing = event.target.closest?.("[data-share]");
    if (link && dialog) {
      event.preventDefault();
      open(link).catch(() => location.assign(link.href));
    } else if (sharing) {
      navigator
        .share({ url: sharing.dataset.share, title: sharing.dataset.title, text: sharing.dataset.text })
        .catch(() => undefined);
    }
  });

  document.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  document.addEventListener("DOMContentLoaded", () => ready(document));
})();
