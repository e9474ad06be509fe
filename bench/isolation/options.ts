import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Of each measurement: one alone and one beside locked tenants in each round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly lockedTenants: number;
  /** Requests that wait for each locked tenant. */
  readonly waitingRequests: number;
}

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "4" },
      rounds: { type: "string", default: "3" },
    },
  });
  return {
    seconds: wholeNumber("--seconds", values.seconds),
    rounds: wholeNumber("--rounds", values.rounds),
    warmUpMs: 2_000,
    lockedTenants: 2,
    waitingRequests: 40,
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new TypeError(`${option} takes a whole number below 1000, not ${text}`);
  return Number(text);
}
