import pg from "pg";
import { assert } from "../kernel/assert.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { camelCase } from "../kernel/letter-case.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { arrayLiteral } from "./array-literal.ts";
import { type AuditGuard, createAuditGuard } from "./audit-guard.ts";
import type { Database, Session, Transaction, TransactionOptions } from "./database.ts";
import {
  ConnectionLostError,
  isAborted,
  isBroken,
  isRetriable,
  markConnectionLoss,
  translateDatabaseError,
} from "./errors.ts";
import { createFactsGuard, type FactsGuard } from "./facts-version.ts";
import type { SqlValue, Statement } from "./statement.ts";

export interface PoolOptions {
  readonly connection: ConnectionTarget;
  readonly maxConnections: number;
  /** How many callers may wait for a connection before further ones are refused. */
  readonly maxWaiting: number;
  readonly acquireTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** How long a statement waits for a lock, unless its transaction says otherwise. */
  readonly lockTimeoutMs?: number;
  readonly applicationName: string;
  /** An idle connection was lost; the pool replaces it automatically. */
  readonly onIdleError?: (error: Error) => void;
}

export type ConnectionTarget =
  | { readonly url: string }
  | { readonly socketFolder: string; readonly user: string; readonly database: string };

/** The port in the name of the embedded server's socket, `.s.PGSQL.5432`; it does not listen on the network. */
export const socketPort = 5432;

const maxAttempts = 3;
const defaultLockTimeoutMs = 10_000;
const idleInTransactionTimeoutMs = 60_000;
const overloadRetryAfterSeconds = 1;

export function createDatabase(options: PoolOptions): Database {
  const pool = openPool(options);
  const borrow = async (): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= options.maxWaiting) throw tooManyWaiting();
    try {
      return await pool.connect();
    } catch (error) {
      throw translateDatabaseError(markConnectionLoss(error));
    }
  };

  const withClient = async <T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await borrow();
    try {
      const result = await use(client);
      client.release();
      return result;
    } catch (error) {
      client.release(isBroken(error));
      throw translateDatabaseError(error);
    }
  };

  const isOnCitus = readOnce(() => withClient(hasCitus));

  return {
    ...outsideOfTransaction({
      rows: (statement, values) => withClient((client) => sessionOn(client).rows(statement, values)),
      first: (statement, values) => withClient((client) => sessionOn(client).first(statement, values)),
      run: (statement, values) => withClient((client) => sessionOn(client).run(statement, values)),
    }),
    transaction: async (work, { genericPlans = false, ...given } = {}) => {
      const onCitus = await isOnCitus();
      // Citus chooses the shard by the parameters: it refuses most statements that are planned without them.
      const transactionOptions = { ...given, onCitus, genericPlans: genericPlans && !onCitus };
      return retrying(() => withClient((client) => runTransaction(client, work, transactionOptions)));
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionSettings(options.connection),
    max: options.maxConnections,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    application_name: options.applicationName,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? defaultLockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    ...driverSettings,
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  // The pool handles errors of idle connections only. One that breaks between two statements of a transaction would end
  // the process; with this listener, its next statement fails instead.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Citus visits shards one after the other, over one connection to each worker: it refuses a change of the coordinator's
 * tables in a transaction that has read shards in parallel. The lock timeout of a transaction applies on the workers, too.
 * PostgreSQL accepts these settings and ignores them.
 */
const citusOptions = "-c citus.multi_shard_modify_mode=sequential -c citus.propagate_set_commands=local";
const driverSettings = { keepAlive: true, pipeline: true, options: citusOptions, types: { getTypeParser } };

async function hasCitus(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await execute(client, "SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rowCount !== 0;
}

function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

/** BEGIN is sent with the first statement and COMMIT with the last, so neither takes a round trip of its own. */
async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions & { readonly onCitus: boolean },
): Promise<T> {
  const effects: (() => void)[] = [];
  let savepoints = 0;
  const unguarded = sessionOn(client, options.onCitus);
  const [facts, audits] = [createFactsGuard(unguarded), createAuditGuard()];
  const session = notingChanges(unguarded, facts, audits);
  const sent = createSentStatements();
  const tx: Transaction = {
    ...session,
    isOnCitus: options.onCitus,
    later: (statement, values) => {
      audits.noteChange(statement, 1);
      sent.add(session.run(statement, values));
    },
    watchFacts: facts.watch,
    savepoint: async () => {
      savepoints += 1;
      const known = effects.length;
      const forget = audits.savepoint();
      const takeBack = await setSavepoint(client, `florin_${savepoints}`);
      return async () => {
        await takeBack();
        forget();
        effects.length = known;
      };
    },
    afterCommit: (effect) => effects.push(effect),
  };
  sent.add(execute(client, beginText(options)));
  let result: T;
  try {
    result = await work(tx);
    audits.settle();
  } catch (error) {
    const rolledBack = rollBack(client, error);
    const failure = await sent.firstFailure();
    await rolledBack;
    throw isAborted(error) ? (failure ?? error) : error;
  }
  // Last, so that the lock on facts is held only during the commit, and no other one is awaited under it.
  if (facts.isDue()) sent.add(facts.settle());
  const committing = execute(client, "COMMIT");
  const failure = await sent.firstFailure();
  if (failure !== undefined) {
    await rollBack(client, failure, committing);
    throw failure;
  }
  const end = await committing;
  // PostgreSQL responds with ROLLBACK, not an error, when a statement had failed and the work continued regardless.
  assert(end.command === "COMMIT", "a transaction continued after one of its statements had failed");
  for (const effect of effects) effect();
  return result;
}

async function setSavepoint(client: pg.PoolClient, name: string): Promise<() => Promise<unknown>> {
  await execute(client, `SAVEPOINT ${name}`);
  return () => execute(client, `ROLLBACK TO SAVEPOINT ${name}`);
}

function notingChanges(
  session: Session,
  facts: Pick<FactsGuard, "noteChange">,
  audits: Pick<AuditGuard, "noteEntries" | "noteChange">,
): Session {
  const note = (statement: Statement, values: readonly SqlValue[]): void => {
    facts.noteChange(statement, values);
    audits.noteEntries(statement, values);
  };
  return {
    rows: async (statement, values = []) => {
      note(statement, values);
      const rows = await session.rows(statement, values);
      audits.noteChange(statement, rows.length);
      return rows;
    },
    first: async (statement, values = []) => {
      note(statement, values);
      const row = await session.first(statement, values);
      audits.noteChange(statement, row === undefined ? 0 : 1);
      return row;
    },
    run: async (statement, values = []) => {
      note(statement, values);
      const count = await session.run(statement, values);
      audits.noteChange(statement, count);
      return count;
    },
  };
}

/** A statement of its own is followed neither by the change of the version nor by an entry in the audit log. */
function outsideOfTransaction(session: Session): Session {
  const noteChange = ({ changesFacts, audited = [] }: Statement): void => {
    assert(changesFacts === undefined, "facts about transfers are changed in a transaction");
    assert(audited.length === 0, "audited rows are changed in a transaction");
  };
  return notingChanges(session, { noteChange }, { noteEntries: () => {}, noteChange: () => {} });
}

/** Statements whose results the work does not await. */
function createSentStatements(): {
  add(statement: Promise<unknown>): void;
  /** Resolves when all have completed. */
  firstFailure(): Promise<Error | undefined>;
} {
  const outcomes: Promise<Error | undefined>[] = [];
  return {
    add: (statement) => {
      outcomes.push(
        statement.then(
          () => undefined,
          (error: unknown) =>
            error instanceof Error ? error : new Error("a statement failed", { cause: error }),
        ),
      );
    },
    firstFailure: async () => (await Promise.all(outcomes)).find((failure) => failure !== undefined),
  };
}

function beginText({ isolation, lockTimeoutMs, genericPlans = false }: TransactionOptions): string {
  const settings = [
    ...(lockTimeoutMs === undefined ? [] : [`lock_timeout = ${Math.trunc(lockTimeoutMs)}`]),
    ...(genericPlans ? ["plan_cache_mode = force_generic_plan"] : []),
  ];
  const begin = isolation === undefined ? "BEGIN" : `BEGIN ISOLATION LEVEL ${isolation}`;
  return [begin, ...settings.map((setting) => `SET LOCAL ${setting}`)].join("; ");
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetriable(error)) throw error;
      if (tries >= maxAttempts) throw tooManyConflicts(error);
    }
  }
}

async function execute(client: pg.PoolClient, query: string | pg.QueryConfig): Promise<pg.QueryResult> {
  collectWrites(client);
  try {
    return await client.query(query);
  } catch (error) {
    throw markConnectionLoss(error);
  }
}

function sessionOn(client: pg.PoolClient, onCitus = false): Session {
  const query = async (
    given: Statement,
    values: readonly SqlValue[] = [],
  ): Promise<pg.QueryArrayResult<unknown[]>> => {
    const { name, text } = onCitus ? (given.onCitus ?? given) : given;
    collectWrites(client);
    try {
      return await client.query<unknown[]>({ name, text, values: values.map(encoded), rowMode: "array" });
    } catch (error) {
      throw markConnectionLoss(error);
    }
  };
  return {
    rows: async (statement, values) => rowsOf(statement, await query(statement, values)),
    first: async (statement, values) => rowsOf(statement, await query(statement, values))[0],
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
  };
}

/** Statements of one turn of the event loop are written to the socket in one system call. */
function collectWrites({
  connection: { stream },
}: pg.PoolClient & { readonly connection: pg.Connection }): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function encoded(value: SqlValue): SqlValue {
  return Array.isArray(value) ? arrayLiteral(value) : value;
}

/** Columns become camelCase, NULL becomes undefined. The row type is checked against the schema by a test. */
function rowsOf<Row extends object>(
  _statement: Statement<Row>,
  { fields, rows }: pg.QueryArrayResult<unknown[]>,
): readonly Row[] {
  const names = fields.map(({ name }) => camelCase(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) row[name] = values[index] ?? undefined;
    return row as Row;
  });
}

/** All settings of a socket are explicit, so that PGPORT or PGSSLMODE in the environment cannot change them. */
export function connectionSettings(target: ConnectionTarget): pg.ClientConfig {
  if ("url" in target) return { connectionString: target.url };
  const { socketFolder, user, database } = target;
  return { host: socketFolder, port: socketPort, user, database, ssl: false };
}

/**
 * A connection that cannot roll back is discarded; the original error is kept as the cause. A commit of a failed
 * transaction rolls back, too.
 */
async function rollBack(
  client: pg.PoolClient,
  cause: unknown,
  ending: Promise<unknown> = client.query("ROLLBACK"),
): Promise<void> {
  try {
    await ending;
  } catch {
    throw new ConnectionLostError("the connection was lost before the transaction could be rolled back", {
      cause,
    });
  }
}

/** The request can be sent again: nothing of it was committed. */
function tooManyConflicts(cause: unknown): RefusalError {
  const refusal = refuse("overloaded", "other requests keep changing what this one depends on", {
    retryAfterSeconds: overloadRetryAfterSeconds,
  });
  return new RefusalError(refusal, { cause });
}

function tooManyWaiting(): RefusalError {
  return new RefusalError(
    refuse("overloaded", "too many requests are waiting for the database", {
      retryAfterSeconds: overloadRetryAfterSeconds,
    }),
  );
}

const { TIMESTAMPTZ, INT8, NUMERIC } = pg.types.builtins;

function getTypeParser(oid: number, format?: "text" | "binary"): unknown {
  if (format !== "binary") {
    if (oid === TIMESTAMPTZ) return (text: string) => instantFromMs(Date.parse(isoText(text)));
    // Amounts are numeric(38,0): BigInt() throws on a fraction, which no column may hold.
    if (oid === INT8 || oid === NUMERIC) return BigInt;
  }
  return pg.types.getTypeParser(oid, format);
}

/** PostgreSQL writes `2026-01-02 03:04:05.678+00` in the ISO style that the driver requests. */
function isoText(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d{2})$/, "$1:00");
}
