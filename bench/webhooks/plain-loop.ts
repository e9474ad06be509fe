import { fileURLToPath } from "node:url";
import { type Child, startChild } from "./child.ts";

/** Requests to the process that posts without a database. */
export type PlainQuestions = {
  readonly run: { readonly question: PlainRun; readonly response: PlainOutcome };
};

export interface PlainRun {
  readonly subscriptions: number;
  /** Of each endpoint. */
  readonly ports: readonly number[];
  readonly deliveries: number;
  readonly concurrency: number;
}

export interface PlainOutcome {
  readonly ms: number;
  readonly cpuMs: number;
}

export type PlainLoop = Child<PlainQuestions>;

export function startPlainLoop(): PlainLoop {
  return startChild<PlainQuestions>(fileURLToPath(new URL("./plain-process.ts", import.meta.url)));
}
