import { parseArgs } from "node:util";

export interface BenchOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpMs: number;
  /** Journal sizes for the growth measurement, ascending. */
  readonly postings: readonly bigint[];
  readonly callerCounts: readonly number[];
}

const full: BenchOptions = {
  seconds: 5,
  rounds: 3,
  warmUpMs: 2_000,
  postings: [10_000n, 1_000_000n, 10_000_000n],
  callerCounts: [4, 16, 32, 64, 256, 1_024],
};

/** Quick check in about a minute: shows that it works, too short for reliable figures. */
const quick: BenchOptions = {
  seconds: 1,
  rounds: 1,
  warmUpMs: 500,
  postings: [10_000n, 100_000n],
  callerCounts: [16, 256],
};

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string" },
      rounds: { type: "string" },
      postings: { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  const defaults = values.quick ? quick : full;
  const { seconds, rounds, postings } = values;
  return {
    ...defaults,
    seconds: seconds === undefined ? defaults.seconds : wholeNumber("--seconds", seconds),
    rounds: rounds === undefined ? defaults.rounds : wholeNumber("--rounds", rounds),
    postings: postings === undefined ? defaults.postings : ascending(postings),
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError(`${option} takes a whole number, not ${text}`);
  return Number(text);
}

function ascending(text: string): readonly bigint[] {
  const sizes = text.split(",").map((size) => wholeNumber("--postings", size));
  return [...new Set(sizes)].sort((one, other) => one - other).map(BigInt);
}
