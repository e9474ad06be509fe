/** Milliseconds since 1970. Handed in, so that a test can say what time it is. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
