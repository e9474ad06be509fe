import { parseArgs } from "node:util";
import { localPace } from "../../service/src/app/chain-workers.ts";
import { localBlockTimeMs } from "../../service/src/chains/local-chains.ts";

/** One chain of each supported family. */
export const benchChains = ["base", "solana", "stellar"] as const;
export type BenchChain = (typeof benchChains)[number];

/** Block time, and the engine's polling interval. */
export interface Pace {
  readonly name: "start" | "quick";
  readonly blockTimeMs: Readonly<Record<BenchChain, number>>;
  readonly pollMs: number;
}

export interface BenchOptions {
  /** How many transfers are submitted at once. */
  readonly count: number;
  readonly rounds: number;
  readonly chains: readonly BenchChain[];
  readonly paces: readonly Pace[];
}

/** As in `npm start`. */
const startPace: Pace = {
  name: "start",
  blockTimeMs: { base: localBlockTimeMs, solana: localBlockTimeMs, stellar: localBlockTimeMs },
  pollMs: localPace.pollMs,
};

/** So short that processing dominates, and long enough that no transaction expires while it waits. */
const quickPace: Pace = {
  name: "quick",
  blockTimeMs: { base: 20, solana: 40, stellar: 60 },
  pollMs: 10,
};

const paces: readonly Pace[] = [startPace, quickPace];
const maxCount = 2_000;

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: "string", default: "500" },
      rounds: { type: "string", default: "3" },
      chains: { type: "string", default: benchChains.join(",") },
      paces: { type: "string", default: paces.map(({ name }) => name).join(",") },
    },
  });
  const count = wholeNumber("--count", values.count);
  if (count > maxCount) throw new TypeError(`--count takes at most ${maxCount}`);
  return {
    count,
    rounds: wholeNumber("--rounds", values.rounds),
    chains: someOf("--chains", values.chains, benchChains, (chain) => chain),
    paces: someOf("--paces", values.paces, paces, ({ name }) => name),
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new TypeError(`${option} takes a whole number, not ${text}`);
  return Number(text);
}

/** In their usual order, each once. */
function someOf<T>(
  option: string,
  text: string,
  all: readonly T[],
  nameOf: (one: T) => string,
): readonly T[] {
  const expected = new Set(text.split(","));
  const found = all.filter((one) => expected.delete(nameOf(one)));
  const [unknown] = expected;
  if (unknown === undefined) return found;
  throw new TypeError(`${option} takes some of ${all.map(nameOf).join(",")}, not ${unknown}`);
}
