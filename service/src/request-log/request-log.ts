import type { Session } from "../db/database.ts";
import { isRetriable } from "../db/errors.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import type { AnsweredRequest, RequestObserver } from "../http/request-observer.ts";
import type { NewId } from "../kernel/id.ts";
import { RefusalError } from "../kernel/refusal.ts";
import { createUseNotes } from "./application-use.ts";
import { isLogged, type LoggedRequest, toLoggedRequest } from "./logged-request.ts";
import { insertRequests, noteUses } from "./store.ts";

/** Remembers what applications asked for. Answers do not wait for it, and it never refuses anything. */
export interface RequestLog extends RequestObserver {
  start(): void;
  /** Writes what is still in memory, and ends. */
  stop(): Promise<void>;
  /** Requests in memory that are not written yet. */
  waiting(): number;
}

export interface RequestLogDeps {
  readonly database: Session;
  readonly newId: NewId;
  readonly limits: RequestLogLimits;
  /** How many requests could not be remembered. */
  readonly onDropped: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

export interface RequestLogLimits {
  /** In memory, on this node; what comes while there are so many is dropped and counted. */
  readonly maxWaiting: number;
  /** Written by one statement. */
  readonly batchSize: number;
  /** Between two batches that are not full. */
  readonly everyMs: number;
}

export function createRequestLog(deps: RequestLogDeps): RequestLog {
  const { limits, newId, onDropped } = deps;
  const line: AnsweredRequest[] = [];
  const write = createWriter(deps);
  /** On its way; it stays until it is written, so that each request keeps its id. */
  let batch: readonly LoggedRequest[] = [];

  const writeSome = async (): Promise<"again" | "wait"> => {
    if (batch.length === 0) {
      batch = line.splice(0, limits.batchSize).map((answered) => toLoggedRequest(newId, answered));
    }
    if (batch.length === 0) return "wait";
    try {
      await write(batch);
    } catch (error) {
      if (passes(error)) throw error;
      // What the database will not take is not tried for ever: others wait behind it.
      onDropped(batch.length);
      batch = [];
      throw error;
    }
    batch = [];
    return line.length >= limits.batchSize ? "again" : "wait";
  };

  const waiting = (): number => line.length + batch.length;
  const loop = createPollLoop({ turn: writeSome, pollMs: limits.everyMs, onError: deps.onError });
  return {
    observe: (answered) => {
      if (!isLogged(answered)) return;
      if (waiting() >= limits.maxWaiting) onDropped(1);
      else line.push(answered);
    },
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      try {
        while (waiting() > 0) await writeSome();
      } catch (error) {
        onDropped(waiting());
        line.length = 0;
        batch = [];
        deps.onError(error);
      }
    },
    waiting,
  };
}

/** Where nothing is to be remembered. */
export const noRequestLog: RequestLog = {
  observe: () => {},
  start: () => {},
  stop: async () => {},
  waiting: () => 0,
};

function createWriter({ database }: RequestLogDeps): (batch: readonly LoggedRequest[]) => Promise<void> {
  const notes = createUseNotes();
  return async (batch) => {
    await insertRequests(database, batch);
    const uses = notes.newsOf(batch);
    if (uses.length === 0) return;
    await noteUses(database, uses);
    notes.keep(uses);
  };
}

/** Whether it may go better another time: the database was away, or busy. */
function passes(error: unknown): boolean {
  return error instanceof RefusalError || isRetriable(error);
}
