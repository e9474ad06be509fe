/** Property and parameter names, and common lookalikes: `ein`, `page[size]`. */
const harmlessName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}(?:\[[a-z_]{1,32}\])?$/;
const hiddenName = "(not shown)";

/**
 * A name from a request, as a part of a pointer (RFC 6901). It is shown only when it looks like a property name:
 * clients sometimes send values where names belong, and values are never repeated.
 */
export function shownName(name: string): string {
  return harmlessName.test(name) ? name : hiddenName;
}
