import type { Database } from "../db/database.ts";
import { isRetriable } from "../db/errors.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import type { CompletedRequest, RequestObserver } from "../http/request-observer.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import { RefusalError } from "../kernel/refusal.ts";
import { createUseNotes } from "./application-use.ts";
import { isLogged, toLoggedRequest } from "./logged-request.ts";
import { createDetailReader, type DetailLimits, sealDetails } from "./request-details.ts";
import { insertRequests, noteUses, type WrittenRequest } from "./store.ts";

/** Logs requests of applications. Responses do not wait for it, and it never refuses a request. */
export interface RequestLog extends RequestObserver {
  start(): void;
  /** Flushes the queue and stops. */
  stop(): Promise<void>;
  /** Queued requests that are not written yet. */
  waiting(): number;
}

export interface RequestLogDeps {
  readonly database: Database;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly limits: RequestLogLimits;
  /** Called with the number of dropped requests. */
  readonly onDropped: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

export interface RequestLogLimits {
  /** In-memory queue limit of this node; requests beyond it are dropped and counted. */
  readonly maxWaiting: number;
  /** Requests written per statement. */
  readonly batchSize: number;
  /** Delay between batches that are not full. */
  readonly everyMs: number;
  /** Undefined to store no details. */
  readonly details: DetailLimits | undefined;
}

export function createRequestLog(deps: RequestLogDeps): RequestLog {
  const { limits, newId, onDropped } = deps;
  const queue: Queued[] = [];
  const details = limits.details === undefined ? undefined : createDetailReader(limits.details);
  const write = createWriter(deps);
  /** The batch being written; it is kept until written, so that each request keeps its id. */
  let batch: readonly WrittenRequest[] = [];

  const takeBatch = (): readonly WrittenRequest[] => {
    const taken = queue.splice(0, limits.batchSize);
    details?.nextBatch(taken.reduce((chars, { text = "" }) => chars + text.length, 0));
    return taken.map(({ request, text }) => {
      const logged = toLoggedRequest(newId, request);
      return text === undefined ? logged : { ...logged, details: sealDetails(deps.keyRing, text, logged) };
    });
  };
  const writeSome = async (): Promise<"again" | "wait"> => {
    if (batch.length === 0) batch = takeBatch();
    if (batch.length === 0) return "wait";
    try {
      await write(batch);
    } catch (error) {
      if (isTransient(error)) throw error;
      // A batch that the database rejects is not retried: others are waiting behind it.
      onDropped(batch.length);
      batch = [];
      throw error;
    }
    batch = [];
    return queue.length >= limits.batchSize ? "again" : "wait";
  };

  const waiting = (): number => queue.length + batch.length;
  const loop = createPollLoop({
    name: "request_log.write",
    turn: writeSome,
    pollMs: limits.everyMs,
    onError: deps.onError,
  });
  return {
    observe: (request, exchange) => {
      if (!isLogged(request)) return;
      if (waiting() >= limits.maxWaiting) onDropped(1);
      else queue.push({ request, text: details?.read(request.status >= 400, exchange) });
    },
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      try {
        while (waiting() > 0) await writeSome();
      } catch (error) {
        onDropped(waiting());
        queue.length = 0;
        batch = [];
        deps.onError(error);
      }
    },
    waiting,
  };
}

/** A request that is not written yet, with its details as text. */
interface Queued {
  readonly request: CompletedRequest;
  readonly text: string | undefined;
}

/** Used when request logging is off. */
export const noRequestLog: RequestLog = {
  observe: () => {},
  start: () => {},
  stop: async () => {},
  waiting: () => 0,
};

function createWriter({ database }: RequestLogDeps): (batch: readonly WrittenRequest[]) => Promise<void> {
  const notes = createUseNotes();
  return async (batch) => {
    await database.transaction((tx) => insertRequests(tx, batch));
    const uses = notes.updateOf(batch);
    if (uses.length === 0) return;
    await noteUses(database, uses);
    notes.keep(uses);
  };
}

/** Whether a retry may succeed: the database was unavailable or busy. */
function isTransient(error: unknown): boolean {
  return error instanceof RefusalError || isRetriable(error);
}
