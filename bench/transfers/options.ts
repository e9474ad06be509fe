import { parseArgs } from "node:util";

export interface BenchOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpMs: number;
  /** Number of spending accounts of one tenant, each with its own address. */
  readonly accounts: number;
  /** Number of spending tenants, each with one address. */
  readonly tenants: number;
  /** Number of existing transfers, in the tables of each variant. */
  readonly history: number;
  readonly serviceCallers: readonly number[];
  readonly peerCallers: readonly number[];
}

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "1" },
      rounds: { type: "string", default: "1" },
    },
  });
  return {
    seconds: wholeNumber("--seconds", values.seconds),
    rounds: wholeNumber("--rounds", values.rounds),
    warmUpMs: 500,
    accounts: 500,
    tenants: 32,
    history: 2_000,
    serviceCallers: [64, 256],
    peerCallers: [4, 16, 64],
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new TypeError(`${option} takes a whole number below 1000, not ${text}`);
  return Number(text);
}
