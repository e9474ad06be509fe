const nanosecondsPerMs = 1e6;

/** Milliseconds of the monotonic clock, which all processes of a machine share. */
export function momentMs(): number {
  return Number(process.hrtime.bigint()) / nanosecondsPerMs;
}
