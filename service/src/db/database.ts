import type { SqlValue, Statement } from "./statement.ts";

/**
 * Runs prepared statements, in the order of the calls. Statements that are not awaited in between are sent together, so
 * independent ones take one round trip (`together.ts`). A row has the columns in camelCase, bigint for bigint and numeric, Instant for timestamptz,
 * and undefined for NULL.
 */
export interface Session {
  rows<Row extends object>(statement: Statement<Row>, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** The first row, or undefined. */
  first<Row extends object>(
    statement: Statement<Row>,
    values?: readonly SqlValue[],
  ): Promise<Row | undefined>;
  /** Runs a statement and returns the number of affected rows. */
  run(statement: Statement, values?: readonly SqlValue[]): Promise<number>;
}

export interface Transaction extends Session {
  /** Whether shards are on other nodes, so that each statement takes a round trip of the database's own. */
  readonly isOnCitus: boolean;
  /**
   * Sends a statement whose result the work does not need. It takes no round trip of its own, and if it fails, so does
   * the transaction.
   */
  later(statement: Statement, values?: readonly SqlValue[]): void;
  /**
   * Call before reading what decides about transfers: if it changes before the commit, the work runs again. The versions
   * are read unless another statement has read them, and returned unless this transaction itself has changed facts.
   */
  watchFacts(tenantId: string, versions?: FactsVersions): Promise<FactsVersions | undefined>;
  /** Sets a savepoint, and returns a function that takes back what was written since, and its effects. */
  savepoint(): Promise<() => Promise<void>>;
  /** Runs `effect` after the commit, and never after a rollback. It must not throw and is not awaited. */
  afterCommit(effect: () => void): void;
}

/** Versions of facts before they are read: of a tenant, and of what all tenants share. */
export interface FactsVersions {
  readonly ofTenant: bigint;
  readonly ofPlatform: bigint;
}

export interface TransactionOptions {
  /** Statements are not planned for their parameters: for batches, whose statements find rows by their keys. */
  readonly genericPlans?: boolean;
  readonly lockTimeoutMs?: number;
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
}

/** A connection pool. Each statement outside a transaction is its own transaction. */
export interface Database extends Session {
  /**
   * Commits when the work resolves, rolls back when it throws. After a deadlock or a serialization failure the work
   * runs again, so it must have no side effects outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  load(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}
