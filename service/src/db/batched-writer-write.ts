import { assert } from "../kernel/assert.ts";
import { type Refusal, RefusalError } from "../kernel/refusal.ts";
import type { Database, Transaction, TransactionOptions } from "./database.ts";
import { isLockTimeout } from "./errors.ts";

export interface BatchPort<Request, Outcome> {
  readonly database: Pick<Database, "transaction">;
  /** How long a batch waits for locks; the database's own limit when left out. */
  readonly lockTimeoutMs?: number;
  /**
   * True when every request of a partition needs the same lock. Whoever was locked out together would be locked out one
   * by one as well, and hold everybody up meanwhile.
   */
  readonly sharesOneLock?: boolean;
  /**
   * Writes the requests of one partition and answers one outcome for each, in their order. A request that it refuses
   * must have written nothing, because what the others wrote is committed. When it throws, nothing of the batch stays.
   */
  readonly write: (
    tx: Transaction,
    partition: string,
    requests: readonly Request[],
  ) => Promise<readonly (Outcome | Refusal)[]>;
}

/** What became of one request: its outcome, or the error that kept it from having one. */
export type Written<Outcome> =
  | { readonly type: "written"; readonly outcome: Outcome | Refusal }
  | { readonly type: "failed"; readonly error: unknown };

// Who was locked out once need not wait as long again for each request of the batch.
const lockTimeoutAfterOneMs = 500;

/** One transaction for all; when that fails, one for each, so that a bad request never fails its neighbours. */
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
    // Before the commit, because afterwards nobody could say whose outcome is missing.
    assert(outcomes.length === requests.length, "a batch has one outcome for each request");
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
    // The database went away: the rest would only wait for it, one after the other, to hear the same.
    if (last?.type === "failed" && isOutage(last.error)) written.push(last);
    else {
      const alone = writeTogether(port, partition, [request], options);
      written.push(...(await alone.catch((error: unknown) => [{ type: "failed" as const, error }])));
    }
  }
  return written;
}

/**
 * The connection was lost, perhaps while committing. Whether the batch was written is unknown, so it is not tried again
 * here: the caller hears 503, and the idempotency key makes the caller's own retry safe. A database that turned the batch
 * away, because too many wait for it, is left alone as well.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof RefusalError) || isLockedOut(error)) return false;
  return error.refusal.code === "dependency_unavailable" || error.refusal.code === "overloaded";
}

/** Somebody else held a row for too long; that is a conflict of one request and no outage. */
function isLockedOut(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof RefusalError && isLockTimeout(error.cause));
}
