/* The service worker: answers for the site where there is no connection, and only there. It keeps what it is told to
   keep (lessons whole, boards for two, the page that says what there is), under the edition of the site that it
   comes from. Games that live on the server, streams, the API and classes it never touches. EDITION is written
   above this by the server. */
"use strict";

const CACHE = "ingenio-" + EDITION;
const OURS = /^ingenio-/;
const FALLBACK = "/sin-conexion";
const LESSON = /^\/juegos\/[a-z]+\/aprender$/;
const KEPT = /^\/juegos\/[a-z]+\/mesa$|^\/sin-conexion$/;
const LEADS_ON = /^\/$|^\/juegos\/[a-z]+(\/reglas)?$/; // without a connection these say what there is instead
const FILE = /^\/a\/[^/]+\//;
const PARTS = /(?:href|src)="(\/a\/[^"]+\.(?:css|js))"/g;
const HERE = "\u0001"; // in a pack: the moves of the page itself

addEventListener("install", (event) => event.waitUntil(keepPage(FALLBACK).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (FILE.test(url.pathname)) event.respondWith(file(request, url));
  else if (LESSON.test(url.pathname)) event.respondWith(fetch(request).catch(() => lesson(url)));
  else if (request.mode !== "navigate") return;
  else if (KEPT.test(url.pathname)) event.respondWith(fetch(request).catch(() => page(url.pathname)));
  else if (LEADS_ON.test(url.pathname)) event.respondWith(fetch(request).catch(() => page(FALLBACK)));
});

const find = (what) => caches.match(what, { ignoreVary: true }); // what is kept is kept for one browser
let open = {}; // the pack that was used last, which may be large

/* ---- answering ---- */

/* A file is named after its content, so a copy is right. Without a connection any edition's will do. */
async function file(request, url) {
  const copy = await find(request);
  if (copy) return copy;
  try {
    return await fetch(request);
  } catch (problem) {
    const name = url.pathname.replace(FILE, "");
    for (const cache of await mine()) {
      const like = (await cache.keys()).find(({ url: kept }) => new URL(kept).pathname.replace(FILE, "") === name);
      if (like) return cache.match(like);
    }
    throw problem;
  }
}

async function page(address) {
  return (await find(address)) ?? (await find(FALLBACK)) ?? Response.error();
}

/* A page of a lesson, put together as the server would: the step's own page, with the section of this address. */
async function lesson(url) {
  const asked = (name) => url.searchParams.get(name) ?? "";
  const step = `paso=${asked("paso") || 1}`;
  const side = `lado=${asked("lado") || 0}`;
  const [frame, pack] = await Promise.all([
    find(`${url.pathname}?${step}&${side}`),
    opened(`${url.pathname}/paquete?${step}&${side}`),
  ]);
  if (!frame || !pack) return page(FALLBACK);
  const { parts, pages } = pack;
  const found = pages[["jugadas", "jugada", "borrador", "pista"].map(asked).join("|")];
  if (found === undefined) return page(FALLBACK);
  if (typeof found === "string") return Response.redirect(onward(url, found), 303);
  const section = found.map((number) => parts[number]).join("").replaceAll(HERE, asked("jugadas"));
  const text = (await frame.text()).replace(/<section id="leccion"[^]*?<\/section>\n?/, () => section);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function opened(address) {
  if (open.address !== address) {
    const packed = await find(address);
    open = packed ? { address, pack: await packed.json() } : {};
  }
  return open.pack;
}

function onward(url, says) {
  const to = new URL(url);
  ["jugadas", "jugada", "borrador", "pista"].forEach((name, place) => {
    const value = says.split("|")[place];
    if (value) to.searchParams.set(name, value);
    else to.searchParams.delete(name);
  });
  return to;
}

/* ---- keeping ---- */

async function mine() {
  const names = (await caches.keys()).filter((name) => OURS.test(name));
  return Promise.all(names.sort((one) => (one === CACHE ? -1 : 1)).map((name) => caches.open(name)));
}

async function get(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer;
}

/* A page as it is now, with the files that it names, under `key`. */
async function keepPage(address, key = address) {
  const cache = await caches.open(CACHE);
  const answer = await get(address);
  const names = [...(await answer.clone().text()).matchAll(PARTS)].map(([, name]) => name);
  for (const name of new Set(names)) if (!(await find(name))) await cache.put(name, await get(name));
  await cache.put(key, answer);
}

/* A lesson for one side: each step's page and its pack, one after the other. What is there is not asked for again,
   unless it speaks another language. */
async function keepLesson(path, side, steps, language) {
  const cache = await caches.open(CACHE);
  for (let number = 1; number <= steps; number += 1) {
    const key = `paso=${number}&lado=${side}`;
    const there = await cache.match(`${path}?${key}`, { ignoreVary: true });
    if (there?.headers.get("content-language") === language) continue;
    await cache.put(`${path}/paquete?${key}`, await get(`${path}/paquete?${key}`));
    open = {};
    await keepPage(side ? `${path}?${key}` : `${path}?paso=${number}`, `${path}?${key}`);
  }
}

/* After a deploy: what an earlier edition kept is kept anew, and then the earlier copies go. And the page that says
   what there is speaks the language of whoever asks. */
async function renew(language) {
  if ((await find(FALLBACK))?.headers.get("content-language") !== language) await keepPage(FALLBACK);
  for (const name of await caches.keys()) {
    if (!OURS.test(name) || name === CACHE) continue;
    const old = await caches.open(name);
    const lessons = new Map();
    for (const { url } of await old.keys()) {
      const { pathname, searchParams } = new URL(url);
      if (LESSON.test(pathname)) {
        const side = Number(searchParams.get("lado"));
        lessons.set(pathname + side, [pathname, side, Math.max(Number(searchParams.get("paso")), lessons.get(pathname + side)?.[2] ?? 0)]);
      } else if (KEPT.test(pathname)) await keepPage(pathname);
    }
    for (const kept of lessons.values()) await keepLesson(...kept, language);
    await caches.delete(name);
  }
}

/* Pages ask for what is to be kept, and are told when it is. */
addEventListener("message", (event) => {
  const { wish, path, side, steps, language } = event.data;
  const work = {
    renew: () => renew(language),
    lesson: () => keepLesson(path, side, steps, language),
    page: () => keepPage(path),
  }[wish];
  if (!work) return;
  const tell = (kept) => event.source?.postMessage({ wish, path, side, kept });
  event.waitUntil(work().then(() => tell(true), () => tell(false)));
});
