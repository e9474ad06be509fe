import { setImmediate } from "node:timers/promises";
import type { Database, Session, Transaction, TransactionOptions } from "../../src/db/database.ts";

/**
 * The database, one call after the other in the order of the calls, so that a run does not depend on how long each takes:
 * what concurrent branches do first, and where a process is killed, is the same on a busy machine. One transaction is
 * open at a time.
 */
export function inTurn(database: Database): Database {
  const calls = createQueue();
  const transactions = createQueue();
  return {
    ...database,
    ...sessionInTurn(database, calls),
    transaction: (work, options) => transactions(() => transactionInTurn(database, calls, work, options)),
  };
}

type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs tasks in order. What follows from a result is called before the next task begins. */
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    const pause = (): Promise<unknown> => setImmediate();
    last = result.then(pause, pause);
    return result;
  };
}

function sessionInTurn(session: Session, calls: Queue): Session {
  return {
    rows: (statement, values) => calls(() => session.rows(statement, values)),
    first: (statement, values) => calls(() => session.first(statement, values)),
    run: (statement, values) => calls(() => session.run(statement, values)),
  };
}

/** Its begin and its end are calls, too. */
async function transactionInTurn<Result>(
  database: Database,
  calls: Queue,
  work: (tx: Transaction) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  const { tx, end } = await calls(() => begin<Result>(database, options));
  const later: Transaction["later"] = (statement, values) => {
    void calls(async () => tx.later(statement, values));
  };
  const worked = work({ ...tx, ...sessionInTurn(tx, calls), later });
  await worked.catch(() => {});
  return calls(() => end(worked));
}

interface Begun<Result> {
  readonly tx: Transaction;
  /** Commits or rolls back, as the work has ended. */
  readonly end: (worked: Promise<Result>) => Promise<Result>;
}

function begin<Result>(database: Database, options?: TransactionOptions): Promise<Begun<Result>> {
  return new Promise((resolve, reject) => {
    const ended: Promise<Result> = database.transaction(
      (tx) =>
        new Promise<Result>((finish) => {
          const end: Begun<Result>["end"] = (worked) => {
            finish(worked);
            return ended;
          };
          resolve({ tx, end });
        }),
      options,
    );
    ended.catch(reject);
  });
}
