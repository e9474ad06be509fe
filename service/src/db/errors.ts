import pg from "pg";
import { RefusalError, refuse } from "../kernel/refusal.ts";

// SQLSTATE codes, Appendix A of PostgreSQL's manual.
const serializationFailure = "40001";
const deadlockDetected = "40P01";
const uniqueViolation = "23505";
const lockNotAvailable = "55P03";
const queryCanceled = "57014";
const inFailedTransaction = "25P02";
const internalError = "XX000";

const unavailableClasses = [
  "08", // connection exception
  "53", // insufficient resources: too many connections, disk full, out of memory
  "57P", // operator intervention: shutting down, crashed, starting up
];

const retryAfterSeconds = 1;

export function isRetriable(error: unknown): boolean {
  return hasSqlState(error, serializationFailure) || hasSqlState(error, deadlockDetected);
}

export function isLockTimeout(error: unknown): boolean {
  return hasSqlState(error, lockNotAvailable);
}

/** True when the statement was refused because an earlier one of its transaction had failed. */
export function isAborted(error: unknown): boolean {
  return hasSqlState(error, inFailedTransaction);
}

/** True when the statement violated this unique key, so that the caller can explain the conflict. */
export function violatesUniqueKey(error: unknown, constraint: string): boolean {
  if (!hasSqlState(error, uniqueViolation)) return false;
  const { constraint: reported, message } = error as pg.DatabaseError;
  const name = reported ?? /constraint "([^"]+)"/.exec(message)?.[1];
  return name?.replace(shardId, "") === constraint;
}

/** On Citus the constraints of a shard end with its id. */
const shardId = /_\d{6,}$/;

/** The connection was lost, or could not be established, while the driver was in use. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}

/**
 * Marks the driver's connection errors. Use it only around driver calls: the work of a transaction may fail to read a
 * file or reach another server, which says nothing about the database.
 */
export function markConnectionLoss(error: unknown): unknown {
  return error instanceof Error && isConnectionFailure(error)
    ? new ConnectionLostError(error.message, { cause: error })
    : error;
}

/** An unreachable or overloaded database becomes a 503 refusal; all other errors are returned unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (isLockTimeout(error)) {
    return refusal("overloaded", "timed out waiting for a row that other requests hold", error);
  }
  return isUnavailable(error)
    ? refusal("dependency_unavailable", "the database cannot be reached right now", error)
    : error;
}

function refusal(
  code: "overloaded" | "dependency_unavailable",
  detail: string,
  cause: unknown,
): RefusalError {
  return new RefusalError(refuse(code, detail, { retryAfterSeconds }), { cause });
}

/** After an ERROR the connection is usable; after anything fatal, or a lost socket, it is not. */
export function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== "ERROR";
  return error instanceof ConnectionLostError;
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return error instanceof ConnectionLostError;
  // A fatal error ends the connection, whatever the reason: it was terminated, or not accepted at all.
  if (error.severity !== "ERROR") return true;
  const code = sqlStateOf(error) ?? "";
  return code === queryCanceled || unavailableClasses.some((prefix) => code.startsWith(prefix));
}

const connectionFailures = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
];
// The driver throws these as plain errors without a code.
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

function isConnectionFailure(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return false;
  if (error instanceof AggregateError)
    return error.errors.some((part) => part instanceof Error && isConnectionFailure(part));
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && connectionFailures.includes(code) && "syscall" in error) return true;
  return driverMessages.test(error.message);
}

function hasSqlState(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && sqlStateOf(error) === code;
}

/**
 * A Citus coordinator that copies rows to a worker, or loses it, reports the worker's message without its code. The
 * messages are those of servers whose lc_messages is English.
 */
function sqlStateOf({ code, message }: pg.DatabaseError): string | undefined {
  if (code === ioError && lostCopy.test(message)) return connectionFailure;
  if (code !== internalError) return code;
  return workerMessages.find(([pattern]) => pattern.test(message))?.[1] ?? code;
}

const connectionFailure = "08006";
/** On a server of its own, the code means a broken disk. */
const ioError = "58030";
const lostCopy = /^failed to (?:complete COPY on|COPY to shard) /;

const workerMessages: readonly (readonly [RegExp, string])[] = [
  [/^duplicate key value violates unique constraint /, uniqueViolation],
  [/violates check constraint /, "23514"],
  [/violates foreign key constraint /, "23503"],
  [/^could not serialize access /, serializationFailure],
  // The tenant's shard was moved while a function was called where it had been; the next call finds it.
  [/^cannot execute a distributed query from a query on a shard/, serializationFailure],
  [/^deadlock detected/, deadlockDetected],
  [/^canceling statement due to lock timeout/, lockNotAvailable],
  [/^canceling statement due to /, queryCanceled],
  [/^terminating connection |^the database system is /, connectionFailure],
  [/^(?:SSL )?connection (?:has been closed|not open)|^no connection to the server/, connectionFailure],
  [/^SSL (?:SYSCALL )?error: |^failed to read result "[^"]+" from node /, connectionFailure],
  [
    /^server closed the connection unexpectedly|^could not (?:send data to|receive data from) server/,
    connectionFailure,
  ],
  [/^failure on connection marked as essential|^failed to prepare transaction /, connectionFailure],
  [/^could not (?:connect to any active placements|commit transaction for shard)/, connectionFailure],
];
