import { parseArgs } from "node:util";
import type { WarmUp } from "../measure.ts";
import { type Load, loads } from "./load.ts";

/** What is measured. */
export type BenchMode =
  /** The service and its peers. */
  | { readonly name: "compare" }
  /** The service with batches of fixed sizes. */
  | { readonly name: "batch"; readonly sizes: readonly number[] }
  /** The service with its workers, for a long time, as fast as it can or at a rate. */
  | { readonly name: "sustained"; readonly minutes: number; readonly rate: number | undefined }
  /** The service of this checkout and that of another one, in turns. */
  | { readonly name: "against"; readonly folder: string };

export interface BenchOptions {
  readonly mode: BenchMode;
  readonly seconds: number;
  readonly rounds: number;
  readonly loads: readonly Load[];
  /** Before the first measurement of each variant with each number of callers; later ones need less. */
  readonly warmUp: WarmUp;
  /** Requests per second of the open loop. */
  readonly rate: number;
  /** Whether the cost of the request log is measured, too. */
  readonly measuresRequestLog: boolean;
  /** Number of spending accounts of one tenant, each with its own address. */
  readonly accounts: number;
  /** Number of spending tenants, each with one address. */
  readonly tenants: number;
  /** Number of existing transfers, in the tables of each variant. */
  readonly history: number;
  readonly serviceCallers: readonly number[];
  readonly peerCallers: readonly number[];
}

const defaultRate = 500;
const defaults = {
  compare: { rounds: 1, loads, callers: [64, 256] },
  batch: { rounds: 3, loads: ["spread"], callers: [64] },
  sustained: { rounds: 1, loads: ["spread"], callers: [64] },
  against: { rounds: 15, loads: ["spread"], callers: [64] },
} as const;

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const values = readValues(args);
  const mode = parseMode(values);
  const { rounds, loads: loadsOfMode, callers } = defaults[mode.name];
  const warmUp = wholeNumber("--warm-up", values["warm-up"]);
  return {
    mode,
    seconds: wholeNumber("--seconds", values.seconds),
    rounds: values.rounds === undefined ? rounds : wholeNumber("--rounds", values.rounds),
    loads: values.loads === undefined ? loadsOfMode : values.loads.split(",").map(parseLoad),
    warmUp: { requests: warmUp, ms: warmUp },
    rate: values.rate === undefined ? defaultRate : wholeNumber("--rate", values.rate),
    measuresRequestLog: values["request-log"],
    accounts: 500,
    tenants: 32,
    history: 2_000,
    serviceCallers: values.callers === undefined ? callers : wholeNumbers("--callers", values.callers),
    peerCallers: [4, 16, 64],
  };
}

function readValues(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "1" },
      rounds: { type: "string" },
      "warm-up": { type: "string", default: "5000" },
      loads: { type: "string" },
      callers: { type: "string" },
      rate: { type: "string" },
      "request-log": { type: "boolean", default: false },
      batch: { type: "string" },
      sustained: { type: "string" },
      against: { type: "string" },
    },
  });
  return values;
}

function parseMode({ batch, sustained, against, rate }: ReturnType<typeof readValues>): BenchMode {
  const modes: BenchMode[] = [];
  if (batch !== undefined) modes.push({ name: "batch", sizes: wholeNumbers("--batch", batch) });
  if (against !== undefined) modes.push({ name: "against", folder: against });
  if (sustained !== undefined) {
    const minutes = wholeNumber("--sustained", sustained);
    modes.push({
      name: "sustained",
      minutes,
      rate: rate === undefined ? undefined : wholeNumber("--rate", rate),
    });
  }
  if (modes.length > 1) throw new TypeError("--batch, --sustained and --against exclude one another");
  return modes[0] ?? { name: "compare" };
}

function parseLoad(text: string): Load {
  const load = loads.find((known) => known === text);
  if (load === undefined) throw new TypeError(`--loads takes ${loads.join(", ")}, not ${text}`);
  return load;
}

function wholeNumbers(option: string, text: string): readonly number[] {
  return text.split(",").map((part) => wholeNumber(option, part));
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new TypeError(`${option} takes a whole number below 100,000, not ${text}`);
  return Number(text);
}
