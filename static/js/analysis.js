/* The analysis of a game without leaving the page: links, keys, slider and playing by itself show one position
   after another, the address follows; what is still being worked out comes in by itself. Knows no game. */
(() => {
  "use strict";

  const POLL = 1000; // ms between questions while an analysis runs
  const LIVE_POLL = 4000; // ms between questions while the game goes on
  const LATE = 300; // ms without a position that is wanted before that is said
  const RETRY = 2000; // ms until a position that did not arrive is asked for again
  const KEYS = { ArrowLeft: "paso-previous", ArrowRight: "paso-next", Home: "paso-first", End: "paso-last" };
  const SWAPPED = ["registro", "conjunto", "progreso", "detalle", "paso-next", "paso-last"]; // what an analysis that goes on changes

  const section = () => document.getElementById("analisis");
  const byId = (id) => document.getElementById(id);
  const region = byId("anuncio");
  const known = Number(section().dataset.last);
  let running = 0; // the timer of playing by itself
  let waiting = 0; // the timer of asking again for what did not arrive
  let asked = null; // the request for the position that is wanted now
  let wanted = null; // its address, while it is on its way
  let timer = 0;
  let pace = "1000";

  async function load(address, signal) {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, url: answer.url, fresh: answer.ok ? page.getElementById("analisis") : null };
  }

  /* Show what is at an address instead of following it. */
  async function go(address) {
    asked?.abort();
    clearTimeout(waiting);
    const mine = (asked = new AbortController());
    wanted = address;
    const late = setTimeout(() => notice(region.dataset.late), LATE);
    let found;
    try {
      found = await load(address, mine.signal);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      stop();
      notice(region.dataset.offline);
      waiting = setTimeout(() => go(address), RETRY);
      return;
    } finally {
      clearTimeout(late);
    }
    wanted = null;
    notice("");
    if (!found.fresh) return location.assign(address);
    const kept = hold(section(), found.fresh);
    section().replaceWith(found.fresh);
    history.replaceState(null, "", found.url);
    arrive();
    if (!kept()) byId("detalle").focus({ preventScroll: true });
    reveal();
    say(told());
  }

  /* Says, in sight as well, what keeps a position back; "" when it is there. */
  function notice(text) {
    region.className = text ? "toast" : "hidden";
    if (text) say([text]);
  }

  function arrive() {
    document.dispatchEvent(new CustomEvent("tablero:nuevo"));
    label();
    slide();
    const { state, over } = section().dataset;
    clearTimeout(timer);
    if (state === "waiting" || state === "running") timer = setTimeout(poll, POLL);
    else if (over === "no") timer = setTimeout(poll, LIVE_POLL);
    else if (byId("valor")?.dataset.done === "no") better();
  }

  /* Some sentences, each with its full stop. */
  function say(parts) {
    const line = document.createElement("p");
    const sentences = parts.map((part) => part.replace(/\s+/g, " ").trim()).filter(Boolean);
    line.textContent = sentences.map((part) => (/[.!?…:]$/.test(part) ? part : `${part}.`)).join(" ");
    region.replaceChildren(line);
  }

  /* What an element says to whoever hears it. */
  function heard(element) {
    const copy = element.cloneNode(true);
    for (const silent of copy.querySelectorAll('[aria-hidden="true"]')) silent.remove();
    return copy.textContent;
  }

  const heardAt = (selector) => [...document.querySelectorAll(selector)].map(heard);

  /* The position that is shown: its move, and where it cost something, how much and what was best. */
  function told() {
    const parts = heardAt("#detalle .turn, #detalle .happened, #detalle .note, #valor strong");
    const cost = document.querySelector("#detalle .worths .bad");
    if (cost) parts.push([...cost.children].map(heard).join(" "), ...heardAt("#detalle .best"));
    return parts;
  }

  /* What has become known meanwhile; the board and the move that is looked at stay. */
  async function poll() {
    try {
      const { fresh } = await load(location.href);
      if (fresh) take(fresh);
    } catch {
      /* no connection: asked again below */
    }
    const { state, over } = section().dataset;
    const going = state === "waiting" || state === "running";
    clearTimeout(timer);
    if (going || over === "no") timer = setTimeout(poll, going ? POLL : LIVE_POLL);
    else if (byId("valor")?.dataset.done === "no") better();
  }

  function take(fresh) {
    if (fresh.dataset.ply !== section().dataset.ply || fresh.dataset.step !== section().dataset.step) return;
    if (fresh.dataset.over !== section().dataset.over) return location.reload();
    for (const id of SWAPPED) {
      const [before, after] = [byId(id), fresh.querySelector(`#${id}`)];
      if (!before || !after || before.outerHTML === after.outerHTML) continue;
      const kept = hold(before, after);
      before.replaceWith(after);
      if (!kept()) byId("detalle").focus({ preventScroll: true });
    }
    const { state, last } = fresh.dataset;
    if (state === "done" && section().dataset.state !== "done") say([region.dataset.done, ...heardAt(".judged")]);
    Object.assign(section().dataset, { state, last });
    count(Number(last));
    label();
    slide();
  }

  /* While a game goes on, its new moves are counted, not shown. */
  function count(last) {
    const note = byId("nuevas");
    if (!note || last <= known) return;
    const fresh = last - known;
    note.textContent = fresh === 1 ? region.dataset.one : region.dataset.many.replace("{}", fresh);
    note.hidden = false;
  }

  /* A worth that was not found at once is looked for a little longer. */
  async function better() {
    const url = new URL(location.href);
    url.pathname += "/valor";
    const { ply, step } = section().dataset;
    const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok || answer.status === 204) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("valor");
    if (!fresh || section().dataset.ply !== ply || section().dataset.step !== step) return;
    byId("valor")?.replaceWith(fresh);
    say(heardAt("#valor strong"));
  }

  /* ---- going through the game ---- */

  /* A key or a button pressed again, or held, goes on from where the last press leads, not from what is still
     shown. */
  function press(key) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const url = wanted && new URL(wanted, location.href);
    const counter = url?.searchParams.get("prueba") ? "paso" : "jugada";
    if (!by || !url?.searchParams.has(counter)) return follow(byId(KEYS[key]));
    const { tried, last } = section().dataset;
    const most = Number(counter === "paso" ? tried : last);
    url.searchParams.set(counter, Math.min(Math.max(Number(url.searchParams.get(counter)) + by, 0), most));
    return go(url.href);
  }

  function follow(link) {
    if (link && link.getAttribute("aria-disabled") !== "true") return go(link.href);
    return null;
  }

  function stop() {
    clearTimeout(running);
    running = 0;
    label();
  }

  async function step() {
    const next = byId("paso-next");
    if (!next || next.getAttribute("aria-disabled") === "true") return stop();
    const mine = running;
    await follow(next);
    if (running === mine && running) running = setTimeout(step, Number(pace));
  }

  async function start() {
    running = setTimeout(() => undefined, 0);
    if (byId("paso-next")?.getAttribute("aria-disabled") === "true") await follow(byId("paso-first"));
    running = setTimeout(step, Number(pace));
    label();
  }

  function label() {
    const button = byId("reproducir");
    if (!button) return;
    button.setAttribute("aria-pressed", running ? "true" : "false");
    button.querySelector(".hidden").textContent = running ? button.dataset.stop : button.dataset.go;
    const slider = byId("deslizador");
    if (slider) [slider.max, slider.value] = [section().dataset.last, section().dataset.ply];
    if (byId("ritmo")) byId("ritmo").value = pace;
  }

  /* The graph is a slider for whoever uses the keyboard. */
  function slide() {
    const graph = byId("grafica");
    if (!graph) return;
    graph.tabIndex = 0;
    graph.setAttribute("role", "slider");
    graph.setAttribute("aria-valuemin", "0");
    graph.setAttribute("aria-valuemax", section().dataset.last);
    graph.setAttribute("aria-valuenow", section().dataset.ply);
    const said = [...document.querySelectorAll("#detalle .turn, #detalle .worths dd")].map((each) => each.textContent);
    graph.setAttribute("aria-valuetext", said.join(", ").replace(/\s+/g, " ").trim());
  }

  /* Whoever follows a link from far below, on a phone, is led to the board that it changed. */
  function show() {
    const { top, bottom } = byId("tablero").getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (middle > 0 && middle < innerHeight) return;
    section().scrollIntoView();
    byId("detalle").focus({ preventScroll: true });
  }

  /* The list scrolls to the shown move, the page does not. */
  function reveal() {
    const list = document.querySelector(".record");
    const shown = list?.querySelector('[aria-current="true"]');
    if (!shown) return;
    const [outer, inner] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }

  const here = (link) => new URL(link.href, location.href).pathname.replace(/\/linea$/, "") === location.pathname;

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("#analisis a[href]");
    if (link && !link.target && here(link)) {
      event.preventDefault();
      stop();
      const key = Object.keys(KEYS).find((name) => KEYS[name] === link.id);
      if (key) press(key);
      else follow(link)?.then(show);
    } else if (event.target.closest?.("#reproducir")) {
      if (running) stop();
      else start();
    }
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.id !== "jugar") return;
    event.preventDefault();
    const query = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) query.set(event.submitter.name, event.submitter.value);
    stop();
    go(`${form.getAttribute("action").split("?")[0]}?${query}`);
  });

  document.addEventListener("input", (event) => {
    if (event.target.id !== "deslizador") return;
    const ply = event.target.value;
    stop();
    const url = new URL(location.href);
    for (const name of ["prueba", "paso", "borrador"]) url.searchParams.delete(name);
    url.searchParams.set("jugada", ply);
    go(url.href);
  });

  document.addEventListener("change", (event) => {
    if (event.target.id === "ritmo") pace = event.target.value;
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!KEYS[event.key] || event.target.closest?.("input, select, textarea, #jugar, .scroll")) return;
    event.preventDefault();
    stop();
    press(event.key);
  });

  document.addEventListener("DOMContentLoaded", () => {
    arrive();
    reveal();
  });
})();
