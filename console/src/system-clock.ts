/** What time it is, in milliseconds since 1970. The one place of the console that asks. */
export function now(): number {
  return Date.now();
}
