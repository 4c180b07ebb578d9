// Loaded before the page is painted: says that scripts work, and copies the field that a button names.
"use strict";

document.documentElement.classList.add("js");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without the right to write (plain http, old browser) the text is selected, ready to be copied by hand.
    field.focus();
    field.select();
    return;
  }
  const label = button.querySelector("[data-label]") ?? button;
  const before = label.textContent;
  if (before === button.dataset.done) return;
  label.textContent = button.dataset.done;
  setTimeout(() => {
    label.textContent = before;
  }, 2500);
});
