import type { Database, Session, Transaction } from "../../src/db/database.ts";
import type { Bank } from "../../src/rails/bank.ts";
import { KilledError } from "../chain-work.ts";

/** Lifetime of a process in calls; after the last one every call fails. */
export interface Life {
  isOver(): boolean;
  /** Counts one call; true from the last one on. */
  isLast(): boolean;
  /** Counts one call; throws from the last one on. */
  spend(where: string): void;
}

export function createLife(calls: number): Life {
  let left = calls;
  const isLast = (): boolean => {
    left -= 1;
    return left <= 0;
  };
  return {
    isOver: () => left <= 0,
    isLast,
    spend: (where) => {
      if (isLast()) throw new KilledError(where);
    },
  };
}

/**
 * The database of a process that may be killed between any two statements: uncommitted changes are rolled back, and
 * committed ones persist, whether or not the process got the result.
 */
export function mortalDatabase(database: Database, life: Life): Database {
  return {
    ...database,
    ...mortalSession(database, life),
    transaction: async (work, options) => {
      life.spend("before a transaction");
      const result = await database.transaction(async (tx) => {
        let lost: string | undefined;
        const done = await work({
          ...mortalSession(tx, life),
          isOnCitus: tx.isOnCitus,
          // Like the real one, it does not throw: its callers may have a statement under way. Nothing is committed.
          later: (statement, values) => {
            if (life.isLast()) lost = statement.text;
            else tx.later(statement, values);
          },
          watchFacts: (tenantId, versions) => tx.watchFacts(tenantId, versions),
          savepoint: () => tx.savepoint(),
          afterCommit: (effect) => afterCommit(tx, life, effect),
        });
        if (lost !== undefined) throw new KilledError(lost);
        return done;
      }, options);
      life.spend("after a transaction");
      return result;
    },
  };
}

function mortalSession(session: Session, life: Life): Session {
  return {
    rows: async (statement, values) => {
      life.spend(statement.text);
      return session.rows(statement, values);
    },
    first: async (statement, values) => {
      life.spend(statement.text);
      return session.first(statement, values);
    },
    run: async (statement, values) => {
      life.spend(statement.text);
      return session.run(statement, values);
    },
  };
}

function afterCommit(tx: Transaction, life: Life, effect: () => void): void {
  tx.afterCommit(() => {
    if (!life.isOver()) effect();
  });
}

/** The bank executes the request, and the process may be killed before it gets the result. */
export function mortalBank(bank: Bank, life: Life, beforeCall: () => void): Bank {
  const call = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    life.spend(name);
    beforeCall();
    const result = await work();
    life.spend(name);
    return result;
  };
  return {
    ...bank,
    now: () => call("now", bank.now),
    times: (rail) => call("times", () => bank.times(rail)),
    deliver: (file) => call("deliver", () => bank.deliver(file)),
    collect: (limit) => call("collect", () => bank.collect(limit)),
    putAway: (name, to) => call("putAway", () => bank.putAway(name, to)),
  };
}
