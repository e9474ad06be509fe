import type { Database, Session, Transaction } from "../src/db/database.ts";
import type { SqlValue, Statement } from "../src/db/statement.ts";

/** What happens while a batch pauses, and before which of its statements; from 0. Beyond the last one: before its commit. */
export interface Pause {
  readonly beforeStatement: number;
  readonly meanwhile: () => Promise<void>;
}

/** A database whose next transaction of a batch pauses once. */
export interface PausingDatabase {
  readonly database: Database;
  /** Resolves with the number of statements before the pause. */
  pauseNext(pause: Pause): Promise<number>;
}

export function createPausingDatabase(database: Database): PausingDatabase {
  let next: (Pause & { readonly paused: (statements: number) => void }) | undefined;
  return {
    pauseNext: (pause) =>
      new Promise((paused) => {
        next = { ...pause, paused };
      }),
    database: {
      ...database,
      transaction: (work, options) => {
        if (next === undefined || options?.genericPlans !== true) return database.transaction(work, options);
        const pause = next;
        next = undefined;
        // A further attempt does not pause.
        let isPaused = false;
        return database.transaction(async (tx) => {
          if (isPaused) return work(tx);
          isPaused = true;
          const pausing = pausingTransaction(tx, pause);
          const result = await work(pausing.tx);
          await pausing.end();
          return result;
        }, options);
      },
    },
  };
}

function pausingTransaction(
  tx: Transaction,
  { beforeStatement, meanwhile, paused }: Pause & { readonly paused: (statements: number) => void },
): { readonly tx: Transaction; readonly end: () => Promise<void> } {
  let statements = 0;
  let gate: Promise<void> | undefined;
  // Statements after the pause stay in their order.
  const enter = (isEnd = false): Promise<void> | undefined => {
    if (gate === undefined && (isEnd || statements === beforeStatement)) {
      paused(statements);
      gate = meanwhile();
    }
    statements += 1;
    return gate;
  };
  const paced =
    <Result>(run: (given: Statement, values?: readonly SqlValue[]) => Promise<Result>) =>
    async (given: Statement, values?: readonly SqlValue[]): Promise<Result> => {
      const open = enter();
      if (open !== undefined) await open;
      return run(given, values);
    };
  const session: Session = {
    rows: paced(tx.rows) as Session["rows"],
    first: paced(tx.first) as Session["first"],
    run: paced(tx.run),
  };
  return {
    tx: {
      ...tx,
      ...session,
      later: (given, values) => {
        const open = enter();
        if (open === undefined) tx.later(given, values);
        else void open.then(() => tx.later(given, values));
      },
    },
    end: async () => {
      await enter(true);
    },
  };
}
