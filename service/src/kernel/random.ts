/** In [0, 1). Injected like the clock, so that tests control it. Not for secrets. */
export type Random = () => number;

export const systemRandom: Random = () => Math.random();
