import { parseArgs } from "node:util";

/** Delivery: throughput, and latency at half of it. Isolation: the effect of bad endpoints on healthy ones. */
export const parts = ["delivery", "isolation"] as const;
export type Part = (typeof parts)[number];

export interface BenchOptions {
  /** Approximate duration of each measurement of the service. */
  readonly seconds: number;
  readonly rounds: number;
  /** Number of subscriptions in each case. */
  readonly subscriptions: readonly number[];
  readonly parts: readonly Part[];
  /** Requests in flight, in total and per endpoint: the service's defaults. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
}

const maxSubscriptions = 1_000;

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "2" },
      rounds: { type: "string", default: "3" },
      subscriptions: { type: "string", default: "1,10,1000" },
      parts: { type: "string", default: parts.join(",") },
    },
  });
  return {
    seconds: wholeNumber("--seconds", values.seconds, 999),
    rounds: wholeNumber("--rounds", values.rounds, 999),
    subscriptions: values.subscriptions
      .split(",")
      .map((text) => wholeNumber("--subscriptions", text, maxSubscriptions)),
    parts: values.parts.split(",").map(partNamed),
    concurrency: 512,
    endpointConcurrency: 32,
  };
}

function wholeNumber(option: string, text: string, atMost: number): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > atMost) {
    throw new TypeError(`${option} takes a whole number from 1 to ${atMost}, not ${text}`);
  }
  return Number(text);
}

function partNamed(text: string): Part {
  const part = parts.find((name) => name === text);
  if (part === undefined) throw new TypeError(`--parts takes some of ${parts.join(",")}, not ${text}`);
  return part;
}
