/** All randomness of a simulation, from one seed: the same seed gives the same run. */
export interface Chance {
  /** From 0 to below 1. */
  readonly random: () => number;
  happens(rate: number): boolean;
  /** An integer from 0 to below the limit. */
  below(limit: number): number;
  between(least: number, most: number): number;
  /** Undefined when there is nothing to choose from. */
  oneOf<Item>(items: readonly Item[]): Item | undefined;
  /** By weight: twice the weight, twice as often. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** An independent generator derived from the seed, so that two users do not disturb each other. */
  branch(): Chance;
}

export function createChance(seed: number): Chance {
  let state = seed | 0;
  // mulberry32: small, fast and good enough for tests.
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    random,
    below,
    happens: (rate) => random() < rate,
    between: (least, most) => least + below(most - least + 1),
    oneOf: (items) => items[below(items.length)],
    weighted: (weights) => weighted(weights, random()),
    branch: () => createChance(below(2 ** 31)),
  };
}

function weighted<Name extends string>(weights: Readonly<Record<Name, number>>, lot: number): Name {
  const names = Object.keys(weights) as Name[];
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  let left = lot * total;
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  throw new Error("no items to choose from");
}
