import { fileURLToPath } from "node:url";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { type Child, startChild } from "./child.ts";

/** Requests to the process that delivers, as a node with the role `worker` does. */
export type WorkerQuestions = {
  /** Connects to a database, and does nothing yet. */
  readonly open: { readonly question: WorkerSettings; readonly response: unknown };
  readonly start: { readonly question: undefined; readonly response: unknown };
  /** Returns the problems since the start. */
  readonly stop: { readonly question: undefined; readonly response: readonly string[] };
};

export interface WorkerSettings {
  readonly target: SocketTarget;
  readonly masterKeyHex: string;
  readonly concurrency: number;
  readonly endpointConcurrency: number;
}

export type Worker = Child<WorkerQuestions>;

export function startWorker(): Worker {
  return startChild<WorkerQuestions>(fileURLToPath(new URL("./worker-process.ts", import.meta.url)));
}
