/* Sounds, made here from plain tones; loaded only where they are chosen. Whatever is heard is seen as well: the last
   move's halo, the score, the sentence that says why not, the result. Silent until somebody has touched the
   page and while it is hidden; with reduced motion no tone slides. Knows no game. */
(() => {
  "use strict";

  /* [start and end of the pitch in Hz, begin and length in seconds], softly one after the other. */
  const TONES = {
    move: [[330, 300, 0, 0.07]],
    points: [[523, 523, 0, 0.08], [784, 784, 0.08, 0.12]],
    refused: [[190, 150, 0, 0.14]],
    over: [[392, 392, 0, 0.1], [523, 523, 0.1, 0.1], [659, 659, 0.2, 0.2]],
  };
  const LOUD = 0.12;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let context = null;

  function sound(kind) {
    if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    context.resume();
    for (const [from, to, begin, length] of TONES[kind]) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + begin;
      tone.type = "triangle";
      tone.frequency.setValueAtTime(from, start);
      if (!still.matches) tone.frequency.linearRampToValueAtTime(to, start + length);
      volume.gain.setValueAtTime(LOUD, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + length);
    }
    document.dispatchEvent(new CustomEvent("sonido", { detail: kind }));
  }

  /* What a page shows that may be heard: a lesson's position and verdict, or a game's. */
  function reading() {
    const lesson = document.getElementById("leccion");
    if (lesson) {
      const verdict = document.getElementById("veredicto");
      return { here: lesson.dataset.here, over: lesson.dataset.done, wrong: verdict?.matches(".bad") && location.search };
    }
    const game = document.getElementById("partida") ?? document.getElementById("mesa");
    if (!game) return null;
    const { last, over, live } = game.dataset;
    const points = [...game.querySelectorAll(".points")].map((each) => each.textContent).join();
    return { here: last, over, live, points, wrong: document.getElementById("explicacion")?.textContent };
  }

  let heard = null;

  function listen() {
    const before = heard;
    heard = reading();
    if (!before || heard.live === "no" || before.live === "no") return;
    if (heard.wrong && heard.wrong !== before.wrong) sound("refused");
    else if (heard.over === "yes" && before.over !== "yes") sound("over");
    else if (heard.here !== before.here) sound(heard.points !== before.points ? "points" : "move");
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-sound]");
    if (button) sound(button.dataset.sound);
  });

  heard = reading();
  document.addEventListener("htmx:after:swap", listen);
  document.addEventListener("tablero:nuevo", listen);
})();
