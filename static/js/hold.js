/* What somebody holds stays in hand while a part of the page is replaced: the focus, also on a link or a summary that
   has no name of its own, at the same height of the window; what was opened, typed and chosen; how far lists were
   scrolled. */
const hold = (() => {
  "use strict";

  const ALIKE = ["href", "name", "value"];

  /* What an element of `before` is in `after`: what bears its name, or else what is like it in the same named place,
     counted from its beginning. Null where there is nothing of the kind. */
  function same(element, before, after) {
    if (element === before) return after;
    if (element.id) return after.querySelector(`#${CSS.escape(element.id)}`);
    const named = element.parentElement.closest("[id]");
    const [old, fresh] = before.contains(named) ? [named, same(named, before, after)] : [before, after];
    const like = (one) => ALIKE.every((name) => one.getAttribute(name) === element.getAttribute(name));
    const all = (root) => [...root.querySelectorAll(element.localName)].filter(like);
    return (fresh && all(fresh)[all(old).indexOf(element)]) ?? null;
  }

  function changed(field) {
    if (field.matches("select")) return [...field.options].some((each) => each.selected !== each.defaultSelected);
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  }

  /* Ask before `after` takes the place of `before`, and call what is answered when it has: false says that the focus
     was there and has nowhere to go. */
  return (before, after) => {
    const focused = before.contains(document.activeElement) ? document.activeElement : null;
    const target = focused && same(focused, before, after);
    const height = focused?.getBoundingClientRect().top;
    const scrolled = [before, ...before.querySelectorAll("*")]
      .filter((each) => each.scrollTop || each.scrollLeft)
      .map((each) => [same(each, before, after), each.scrollLeft, each.scrollTop]);
    for (const each of before.querySelectorAll("details")) {
      const fresh = same(each, before, after);
      if (fresh) fresh.open = each.open;
    }
    for (const field of before.querySelectorAll("input[id], select[id], textarea[id]")) {
      const fresh = changed(field) && same(field, before, after);
      if (fresh) [fresh.value, fresh.checked] = [field.value, field.checked];
    }
    return () => {
      for (const [list, left, top] of scrolled) list?.scrollTo(left, top);
      if (!focused) return true;
      target?.focus({ preventScroll: true });
      const held = target !== null && target === document.activeElement;
      if (held && height > 0 && height < innerHeight) scrollBy(0, target.getBoundingClientRect().top - height);
      return held;
    };
  };
})();
