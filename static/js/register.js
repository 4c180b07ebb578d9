/* Brings the service worker to the browser; not loaded on pages of games, for which it never answers. */
(() => {
  "use strict";

  const worker = navigator.serviceWorker;
  if (!worker) return;
  const renew = async () => (await worker.ready).active.postMessage({ wish: "renew", language: document.documentElement.lang });

  addEventListener("load", () => {
    worker.register("/sw.js").catch(() => undefined); // forbidden or offline: everything works without
    worker.addEventListener("controllerchange", renew); // the worker of a new edition took over
    renew();
  });
})();
