import pg from "pg";

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
  readonly [detail: string]: unknown;
}

const maxCauses = 5;

/**
 * Errors are logged by an allowlist of fields: PostgreSQL's errors carry the failing row and value, other libraries may
 * attach anything, and none of that belongs in a log.
 */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error object", stack: "" };
  const message = messageOf(error);
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause =
    error.cause === undefined || depth >= maxCauses ? {} : { cause: toLoggedError(error.cause, depth + 1) };
  return { type: error.name, message, ...code, ...placeOf(error), stack: framesOf(error), ...cause };
}

// SQLSTATE class 22 is about data, and its messages quote it: invalid input syntax for type integer: "…".
const dataException = "22";

function messageOf(error: Error): string {
  const quotesData = error instanceof pg.DatabaseError && error.code?.startsWith(dataException) === true;
  return quotesData ? "PostgreSQL rejected a value" : error.message;
}

function placeOf(error: Error): object {
  if (!(error instanceof pg.DatabaseError)) return {};
  const { severity, schema, table, column, constraint, routine } = error;
  return { severity, schema, table, column, constraint, routine };
}

/** The stack begins with the message; only the frames are kept. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
