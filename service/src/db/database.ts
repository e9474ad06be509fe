import type { SqlValue, Statement } from "./statement.ts";

/** Runs prepared statements. Rows come back with bigint for bigint and numeric, and Instant for timestamptz. */
export interface Session {
  rows<Row extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** The first row, or undefined when there is none. */
  first<Row extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<Row | undefined>;
  /** Runs for its effect; answers how many rows it touched. */
  run(statement: Statement, values?: readonly SqlValue[]): Promise<number>;
}

export interface Transaction extends Session {
  /** Runs once the transaction has committed, and never when it rolled back. Must not throw and is not awaited. */
  afterCommit(effect: () => void): void;
}

export interface TransactionOptions {
  readonly lockTimeoutMs?: number;
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
}

/** A pool of connections. Statements outside a transaction run each in one of their own. */
export interface Database extends Session {
  /**
   * Commits when the work resolves, rolls back when it throws. A deadlock or a serialisation failure runs the work
   * again, so it must have no effect but through the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  load(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}
