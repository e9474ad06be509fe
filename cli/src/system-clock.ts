/** Milliseconds since 1970 in UTC. The only code in this package that reads the system clock. */
export function systemNow(): number {
  return Date.now();
}
