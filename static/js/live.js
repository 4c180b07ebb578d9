/* Keeps the page up to date: a stream says that something changed, the page asks for the fragment it was first
   painted with; those who only watch are sent the fragment itself. Where no stream comes through, it asks every two
   seconds. Moves on their way, failures, focus after a swap and what is said aloud are here too. Knows no game. */
(() => {
  "use strict";

  const FIRST_WAIT = 3000; // ms without a message of the stream before asking by itself begins
  const POLL = 2000; // ms between questions without a stream
  const SLOW_POLL = 60000; // ms between questions with a stream, in case it died silently
  const SETTLE = 300; // ms in which comings and goings are gathered
  const AFTER_END = 10000; // ms between questions when the game is over: a rematch, an undo
  const PATIENCE = 15 * 60000; // ms after which a finished game is left alone

  const section = () => document.getElementById("partida");
  const region = document.getElementById("anuncio");
  const toast = document.getElementById("envio");
  const [lens, note, retry, play, leave] = toast.children;

  const now = () => performance.now();
  let streaming = false;
  let late = false; // whether something keeps the stream back: the page knew before it was told
  let timer = 0;
  let presence = 0;
  let endedAt = 0;
  let heard = 0; // newest revision that the stream told of
  let asked = null; // address of the fragment wanted last
  let wanted = null; // the draft that was asked for and is not shown yet
  let looking = null; // the position that was asked for and is not shown yet; "" is the newest
  let unsent = null; // the form and button of what is being sent
  let missing = false; // whether it did not arrive, and may be sent again
  let focused = null;
  let making = false; // whether focus was on what completes a move: it goes on on the board

  /* ---- asking ---- */

  function address(query) {
    const url = new URL(section().dataset.address, location.href);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url.pathname + url.search;
  }

  function ask(query) {
    asked = address(query);
    return htmx.ajax("GET", asked, { source: section(), target: section(), swap: "outerMorph" });
  }

  /* What the page would have been answered, without a question. */
  function swap(text) {
    clearTimeout(presence); // it tells who is there as well
    return htmx.swap({ sourceElement: section(), target: section(), swap: "outerMorph", text, request: { method: "GET" } });
  }

  /* What the board in a text says about itself. */
  const read = (text, name) => new RegExp(`id="partida"[^>]* data-${name}="([^"]*)"`).exec(text)?.[1];

  /* The shown position as it is now: nothing comes back when nothing is newer. */
  function refresh() {
    if (looking !== null) return look(looking);
    const { live, ply, revision, draft } = section().dataset;
    if (live !== "yes") return ask({ jugada: ply, revision });
    return ask(wanted === null ? { revision, borrador: draft } : { borrador: wanted });
  }

  /* The clicks so far of a move that is being made: shown, and kept whatever else is asked meanwhile. */
  document.addEventListener("partida:borrador", (event) => {
    wanted = event.detail;
    looking = null;
    ask({ borrador: wanted });
  });

  /* Another position: whatever else is asked before it is shown, asks for it. */
  function look(ply) {
    looking = ply;
    wanted = null;
    return ask(ply === "" ? {} : { jugada: ply });
  }

  document.addEventListener("partida:mirar", (event) => look(event.detail));

  const shown = () => Number(section().dataset.revision);

  /* Whether something newer is known of than what is shown: the answer that would show it may still come, or be lost. */
  const behind = () => heard > shown();

  function wait() {
    clearTimeout(timer);
    const { over, mode } = section().dataset;
    if (over === "yes" && !behind()) {
      endedAt ||= now();
      if (mode !== "link" || now() - endedAt > PATIENCE) return;
      timer = setTimeout(poll, AFTER_END);
    } else {
      endedAt = 0;
      timer = setTimeout(poll, streaming && !late && heard === shown() ? SLOW_POLL : POLL);
    }
  }

  async function poll() {
    if (!document.hidden) await refresh();
    late ||= streaming && shown() > heard;
    wait();
  }

  document.addEventListener("htmx:sse:before:message", () => {
    streaming = true;
    wait();
  });

  function hear(event) {
    const told = Number(event.detail?.id) || 0;
    late ||= told < shown();
    heard = Math.max(heard, told);
    return told;
  }

  document.addEventListener("cambio", (event) => {
    hear(event);
    if (behind()) refresh();
    wait();
  });

  /* The board itself, as all are sent it who only watch. It is taken where the page shows such a board as it is now
     and waits for no other; elsewhere it tells no more than that something changed. */
  document.addEventListener("tablero", (event) => {
    const told = hear(event);
    const text = event.detail?.data ?? "";
    const { live, shared } = section().dataset;
    const mine = shared && shared === read(text, "shared") && live === "yes";
    if (mine && told >= shown() && wanted === null && !asked?.includes("jugada=")) return swap(text);
    if (behind()) refresh();
    else meet(read(text, "present"));
    wait();
  });

  /* Somebody came or went: the position is the same, the marks beside the names are not. */
  function meet(told) {
    clearTimeout(presence);
    presence = setTimeout(() => {
      const { present, live, ply, draft } = section().dataset;
      if (told === present) return;
      if (looking !== null) look(looking);
      else ask(live === "yes" ? { borrador: wanted ?? draft } : { jugada: ply });
    }, SETTLE);
  }

  document.addEventListener("presencia", (event) => meet(event.detail?.data));

  for (const name of ["htmx:sse:error", "htmx:sse:close"]) {
    document.addEventListener(name, () => {
      streaming = false;
      wait();
    });
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });
  addEventListener("online", refresh);
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });

  /* ---- sending ---- */

  const isMove = (ctx) => ctx.request.method === "POST";

  function hint(text, { again = false, confirm = false } = {}) {
    note.textContent = text;
    retry.hidden = !again;
    play.hidden = !confirm;
    leave.hidden = !confirm;
    lens.classList.toggle("shown", confirm);
    toast.hidden = !text;
  }

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (!isMove(ctx)) return;
    unsent = { form: ctx.sourceElement, button: ctx.request.submitter };
    missing = false;
    const token = ctx.request.submitter?.id?.startsWith("b-") ? ctx.request.submitter.id.slice(2) : null;
    document.dispatchEvent(new CustomEvent("tablero:enviando", { detail: token }));
    hint(toast.dataset.sending);
  });

  function failed() {
    missing = true;
    document.dispatchEvent(new CustomEvent("tablero:listo"));
    hint(toast.dataset.failed, { again: true });
    say([toast.dataset.failed]);
  }

  retry.addEventListener("click", () => {
    const { form, button } = unsent;
    missing = false;
    hint("");
    if (form?.isConnected) form.requestSubmit(button?.isConnected ? button : undefined);
  });

  play.addEventListener("click", () => document.dispatchEvent(new CustomEvent("tablero:jugar")));

  leave.addEventListener("click", () => document.dispatchEvent(new CustomEvent("tablero:dejar")));

  document.addEventListener("tablero:elegida", (event) => {
    if (!event.detail) return hint("");
    const { button, way } = event.detail;
    const move = way ? way.reduce((text, token) => text.replace("{}", token), toast.dataset.way) : button.textContent;
    hint(toast.dataset.preview.replace("{}", move), { confirm: true });
    say([note.textContent]);
  });

  /* An answer is taken if it is this game, not older than what is shown, and still wanted. */
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.target !== section() || ctx.response.status === 204) return;
    const revision = read(ctx.text, "revision");
    const old = revision === undefined || Number(revision) < shown();
    if (isMove(ctx) ? revision === undefined : old || ctx.request.action !== asked) {
      event.preventDefault();
      if (isMove(ctx)) failed();
    } else if (isMove(ctx)) {
      asked = null; // the answer to a move is newer than any question on its way
      history.replaceState(null, "", address({}).replace(/\/tablero(?=\?|$)/, ""));
    }
  });

  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    if (ctx && isMove(ctx)) failed();
    else if (ctx?.target === section() && !missing) hint(toast.dataset.offline);
    wait();
  });

  /* ---- after a swap ---- */

  document.addEventListener("htmx:before:swap", () => {
    const element = document.activeElement;
    focused = section().contains(element) ? element.id || "estado" : null;
    making = Boolean(element?.closest("#haciendo"));
  });

  document.addEventListener("htmx:after:swap", (event) => {
    const { ctx } = event.detail;
    wanted = looking = null;
    if (isMove(ctx)) document.dispatchEvent(new CustomEvent("tablero:listo"));
    if (Number(section().dataset.last) !== said.last) missing = false; // it was stored after all, or is out of date
    if (!missing) hint("");
    keepFocus();
    if (isMove(ctx)) document.getElementById("explicacion")?.scrollIntoView({ block: "nearest" });
    count();
    announce();
    if (isMove(ctx) && behind()) refresh(); // the question about it, asked before this answer, does not count
    wait();
  });

  /* Focus stays on its control; if that is gone, to what completes the move, to the board, or to the sentence that says why. */
  function keepFocus() {
    if (focused === null || section().contains(document.activeElement)) return;
    const confirm = document.getElementById("confirmar-jugada");
    const next = making && (confirm ?? document.querySelector('#jugar button[tabindex="0"]'));
    const target = document.getElementById(focused) ?? (next || document.getElementById("estado"));
    target.focus({ preventScroll: true });
  }

  /* ---- saying ---- */

  let known = Number(section().dataset.last); // moves of the game when last at its end
  let said = reading();

  function reading() {
    const { last, live } = section().dataset;
    const question = document.querySelector("#peticion p")?.textContent ?? "";
    const { said: state, drafted } = document.getElementById("estado").dataset;
    const inviting = document.getElementById("invitar") !== null;
    return { last: Number(last), live, state, drafted, question, inviting };
  }

  function say(parts) {
    const line = document.createElement("p");
    line.textContent = parts.join(" ").replace(/\s+/g, " ").trim();
    region.replaceChildren(line);
  }

  /* While an earlier position is looked at, new moves are counted, not shown. */
  function count() {
    const { live, last } = section().dataset;
    const label = document.getElementById("nuevas");
    if (live === "yes") known = Number(last);
    const fresh = Number(last) - known;
    if (!label || fresh <= 0) return;
    label.textContent = fresh === 1 ? toast.dataset.one : toast.dataset.many.replace("{}", fresh);
    label.hidden = false;
  }

  /* The moves between two that were shown, as their list has them: a side once, however many it made. */
  function between(first, last) {
    const runs = [];
    for (let ply = first; ply < last; ply += 1) {
      const link = document.querySelector(`.record a[href$="jugada=${ply}"], .record a[href*="jugada=${ply}&"]`);
      const [who, move] = [link?.parentElement, link].map((each) => each?.querySelector(".hidden").textContent);
      if (!link) continue;
      if (runs.at(-1)?.run === link.parentElement) runs.at(-1).text += `, ${move}`;
      else runs.push({ run: link.parentElement, text: `${who} ${move}` });
    }
    return runs.map(({ text }) => `${text}.`);
  }

  /* The score, where there is one: «Tú 2, Rival 3.» */
  function score() {
    const sides = [...section().querySelectorAll(".score .side:has(.points)")];
    const texts = sides.map((side) => {
      const [name, points] = [".name", ".points"].map((part) => side.querySelector(part));
      return `${name.firstChild.textContent.trim()} ${points.textContent}`;
    });
    return texts.length ? [`${texts.join(", ")}.`] : [];
  }

  /* Every move is said once, in words; the newest with what it did and whose turn it is. What those before it did is
     said by the score. */
  function announce() {
    const before = said;
    said = reading();
    const parts = [];
    if (before.inviting && !said.inviting) parts.push(toast.dataset.joined);
    const passed = before.live === "yes" && said.live === "yes" ? between(before.last + 1, said.last) : [];
    parts.push(...passed);
    if (said.last < before.last) parts.push(toast.dataset.undone);
    if (said.state !== before.state || said.last > before.last) parts.push(said.state);
    if (passed.length) parts.push(...score());
    if (said.drafted !== before.drafted) parts.push(said.drafted);
    if (said.question !== before.question) parts.push(said.question);
    if (parts.length) say(parts);
  }

  timer = setTimeout(poll, FIRST_WAIT);
})();
