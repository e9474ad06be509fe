import pg from "pg";
import { RefusalError, refuse } from "../kernel/refusal.ts";

// PostgreSQL's SQLSTATE codes, Appendix A of its manual.
const serializationFailure = "40001";
const deadlockDetected = "40P01";
const uniqueViolation = "23505";
const lockNotAvailable = "55P03";
const queryCanceled = "57014";

const unavailableClasses = [
  "08", // connection exception
  "53", // insufficient resources: too many connections, disk full, out of memory
  "57P", // operator intervention: shutting down, crashed, starting up
];

const unavailableRetryAfterSeconds = 1;

export function isRetriable(error: unknown): boolean {
  return hasSqlState(error, serializationFailure) || hasSqlState(error, deadlockDetected);
}

export function isLockTimeout(error: unknown): boolean {
  return hasSqlState(error, lockNotAvailable);
}

/** True when a row broke this unique key, so that the caller can say which promise it would have broken. */
export function violatesUniqueKey(error: unknown, constraint: string): boolean {
  return hasSqlState(error, uniqueViolation) && (error as pg.DatabaseError).constraint === constraint;
}

/** A database that cannot be reached or asked is a refusal with 503; everything else stays what it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  return new RefusalError(
    refuse("dependency_unavailable", "the database cannot be reached right now", {
      retryAfterSeconds: unavailableRetryAfterSeconds,
    }),
    { cause: error },
  );
}

/** After an ERROR the connection is sound; after anything fatal, or a lost socket, it is not. */
export function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== "ERROR";
  return error instanceof Error && isConnectionFailure(error);
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof RefusalError) return false;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? "";
    // What is fatal ends the connection, whatever the reason: it was cut, or not let in at all.
    if (error.severity !== "ERROR") return true;
    return code === queryCanceled || unavailableClasses.some((prefix) => code.startsWith(prefix));
  }
  return error instanceof Error && isConnectionFailure(error);
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
// The driver throws plain errors for these, with no code to go by.
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

function isConnectionFailure(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && connectionFailures.includes(code) && "syscall" in error) return true;
  return driverMessages.test(error.message);
}

function hasSqlState(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}
