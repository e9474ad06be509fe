import { fileURLToPath } from "node:url";
import { type Child, startChild } from "./child.ts";

/** What may be asked of the process that plays all endpoints. */
export type ReceiverQuestions = {
  /** Listens for so many endpoints, at least; answers the port of each. */
  readonly open: { readonly question: number; readonly response: readonly number[] };
  /** Counts from zero again. Keeping each arrival costs a little, so it is asked for. */
  readonly begin: { readonly question: boolean; readonly response: unknown };
  /** Answers when so many have arrived, with the moment of the last. */
  readonly waitFor: { readonly question: number; readonly response: number };
  readonly received: { readonly question: undefined; readonly response: Deliveries };
};

/** One place in each list for each arrival. */
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
