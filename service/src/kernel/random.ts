/** Chance is handed in like the clock, so that tests can say what it brings. In [0, 1). Not for secrets. */
export type Random = () => number;

export const systemRandom: Random = () => Math.random();
