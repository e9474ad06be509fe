/** Milliseconds since 1970 in UTC. The only place of this package that asks the system for the time. */
export function systemNow(): number {
  return Date.now();
}
