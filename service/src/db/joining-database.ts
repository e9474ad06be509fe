import { AsyncLocalStorage } from "node:async_hooks";
import type { Database, Session, Transaction } from "./database.ts";
import { translateDatabaseError } from "./errors.ts";

/** A database whose users can be made part of another transaction. */
export interface JoiningDatabase extends Database {
  /** Everything that `work` reads and writes by this database becomes part of `tx`, and its transactions savepoints. */
  join<T>(tx: Transaction, work: () => Promise<T>): Promise<T>;
}

export function createJoiningDatabase(database: Database): JoiningDatabase {
  const joined = new AsyncLocalStorage<{ tx: Transaction | undefined }>();
  const joinedTx = (): Transaction | undefined => joined.getStore()?.tx;
  const session = (): Session => joinedTx() ?? database;
  return {
    rows: (statement, values) => session().rows(statement, values),
    first: (statement, values) => session().first(statement, values),
    run: (statement, values) => session().run(statement, values),
    transaction: (work, options) => {
      const tx = joinedTx();
      return tx === undefined ? database.transaction(work, options) : runWithin(tx, work);
    },
    load: () => database.load(),
    close: () => database.close(),
    join: (tx, work) => {
      // What the work leaves running must not use the transaction after its end.
      const context: { tx: Transaction | undefined } = { tx };
      return joined.run(context, work).finally(() => {
        context.tx = undefined;
      });
    },
  };
}

async function runWithin<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const takeBack = await tx.savepoint();
  try {
    return await work(tx);
  } catch (error) {
    await takeBack();
    throw translateDatabaseError(error);
  }
}
