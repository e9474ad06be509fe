/** Current time in milliseconds since 1970. The only clock access in the console. */
export function now(): number {
  return Date.now();
}
