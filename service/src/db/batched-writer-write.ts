import { assert } from "../kernel/assert.ts";
import { type Refusal, RefusalError } from "../kernel/refusal.ts";
import type { Database, Transaction, TransactionOptions } from "./database.ts";
import { isLockTimeout } from "./errors.ts";

export interface BatchPort<Request, Outcome> {
  readonly database: Pick<Database, "transaction">;
  /** Lock timeout of a batch; defaults to the database's. */
  readonly lockTimeoutMs?: number;
  /**
   * True when every request of a partition needs the same lock. If the batch times out on it, so would each request,
   * and one by one they would block the others meanwhile.
   */
  readonly sharesOneLock?: boolean;
  /**
   * Writes the requests of one partition and returns one outcome per request, in order. A refused request must not
   * have written anything, because the others are committed. When it throws, nothing of the batch is written.
   */
  readonly write: (
    tx: Transaction,
    partition: string,
    requests: readonly Request[],
  ) => Promise<readonly (Outcome | Refusal)[]>;
}

/** Result of one request: its outcome, or the error that prevented one. */
export type Written<Outcome> =
  | { readonly type: "written"; readonly outcome: Outcome | Refusal }
  | { readonly type: "failed"; readonly error: unknown };

// After a lock timeout of the whole batch, each request waits less.
const lockTimeoutAfterOneMs = 500;

/** One transaction for all requests; if it fails, one per request, so that a bad request never fails the others. */
export async function writeBatch<Request, Outcome>(
  port: BatchPort<Request, Outcome>,
  partition: string,
  requests: readonly Request[],
): Promise<readonly Written<Outcome>[]> {
  try {
    const { lockTimeoutMs } = port;
    return await writeTogether(
      port,
      partition,
      requests,
      lockTimeoutMs === undefined ? {} : { lockTimeoutMs },
    );
  } catch (error) {
    const isHopeless = isOutage(error) || (port.sharesOneLock === true && isLockedOut(error));
    if (requests.length === 1 || isHopeless) return requests.map(() => ({ type: "failed", error }));
    const options = isLockedOut(error) ? { lockTimeoutMs: lockTimeoutAfterOneMs } : {};
    return writeOneByOne(port, partition, requests, options);
  }
}

async function writeTogether<Request, Outcome>(
  { database, write }: BatchPort<Request, Outcome>,
  partition: string,
  requests: readonly Request[],
  options?: TransactionOptions,
): Promise<readonly Written<Outcome>[]> {
  return database.transaction(async (tx) => {
    const outcomes = await write(tx, partition, requests);
    // Before the commit, because afterwards a missing outcome could not be assigned to a request.
    assert(outcomes.length === requests.length, "a batch has one outcome per request");
    return outcomes.map((outcome) => ({ type: "written", outcome }));
  }, options);
}

async function writeOneByOne<Request, Outcome>(
  port: BatchPort<Request, Outcome>,
  partition: string,
  requests: readonly Request[],
  options: TransactionOptions,
): Promise<readonly Written<Outcome>[]> {
  const written: Written<Outcome>[] = [];
  for (const request of requests) {
    const last = written.at(-1);
    // The database is down: do not let the rest time out one after the other.
    if (last?.type === "failed" && isOutage(last.error)) written.push(last);
    else {
      const alone = writeTogether(port, partition, [request], options);
      written.push(...(await alone.catch((error: unknown) => [{ type: "failed" as const, error }])));
    }
  }
  return written;
}

/**
 * The connection was lost, perhaps during the commit. Whether the batch was written is unknown, so it is not retried
 * here: the caller gets 503, and the idempotency key makes the caller's own retry safe. An overloaded database is not
 * retried either.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof RefusalError) || isLockedOut(error)) return false;
  return error.refusal.code === "dependency_unavailable" || error.refusal.code === "overloaded";
}

/** Another transaction held a row for too long: a conflict of one request, not an outage. */
function isLockedOut(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof RefusalError && isLockTimeout(error.cause));
}
