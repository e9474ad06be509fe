import { fileURLToPath } from "node:url";
import { type Child, startChild } from "./child.ts";

/** Requests to the process that runs all endpoints. */
export type ReceiverQuestions = {
  /** Listens for at least this many endpoints; returns the port of each. */
  readonly open: { readonly question: number; readonly response: readonly number[] };
  /** Resets the counters. Recording each delivery costs a little, so it is optional. */
  readonly begin: { readonly question: boolean; readonly response: unknown };
  /** Resolves when this many deliveries were received, with the time of the last. */
  readonly waitFor: { readonly question: number; readonly response: number };
  readonly received: { readonly question: undefined; readonly response: Deliveries };
};

/** One element in each list per delivery. */
export interface Deliveries {
  readonly count: number;
  readonly eventIds: readonly string[];
  readonly endpoints: readonly number[];
  readonly atMs: readonly number[];
}

export type Receiver = Child<ReceiverQuestions>;

export function startReceiver(): Receiver {
  return startChild<ReceiverQuestions>(fileURLToPath(new URL("./receiver-process.ts", import.meta.url)));
}
