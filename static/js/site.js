// Loaded before the page is painted: says that scripts work, and copies what a button offers.
"use strict";

document.documentElement.classList.add("js");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const label = button.querySelector("[data-label]") || button;
  const before = label.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    label.textContent = button.dataset.copied;
  } catch {
    // Without the right to write (plain http, old browser) the text is selected, ready to be copied by hand.
    const field = document.getElementById(button.getAttribute("aria-controls"));
    if (!field) return;
    field.focus();
    field.select();
    return;
  }
  window.setTimeout(() => {
    label.textContent = before;
  }, 2500);
});
