import pg from "pg";
import { SanctionsListError } from "../accounts/index.ts";
import { BackupError } from "../backup/index.ts";
import { ConfigError } from "../config.ts";
import { EmbeddedServerError } from "../db/embedded/index.ts";
import { MigrationError } from "../db/migration-plan.ts";
import { EnvelopeError } from "../kernel/envelope.ts";
import { type FieldError, type Refusal, RefusalError } from "../kernel/refusal.ts";
import { KeyProviderError } from "../keys/key-wrapper.ts";
import { StartupError } from "./startup-error.ts";

/** An explanation for the operator who can fix the error; undefined for an internal error. */
export function explainError(error: unknown): string | undefined {
  if (error instanceof RefusalError) return explainRefusal(error.refusal, error.cause);
  if (error instanceof EnvelopeError) {
    return `${error.message}. Set MASTER_KEY, and MASTER_KEY_PREVIOUS if needed, to the keys the service runs with.`;
  }
  if (error instanceof pg.DatabaseError) return `the database reports: ${error.message}`;
  const isFixable =
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedServerError ||
    error instanceof KeyProviderError ||
    error instanceof MigrationError ||
    error instanceof SanctionsListError ||
    error instanceof StartupError;
  if (isFixable) return error.message;
  return explainTakenPort(error);
}

function explainTakenPort(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) return undefined;
  return `the port is already in use${addressOf(error)}; stop the other program, or set PORT to another port`;
}

function addressOf(error: Error): string {
  if (!("address" in error && "port" in error && typeof error.address === "string")) return "";
  const host = error.address.includes(":") ? `[${error.address}]` : error.address;
  return ` (${host}:${String(error.port)})`;
}

function explainRefusal({ detail, errors = [] }: Refusal, cause: unknown): string {
  if (errors.length > 0) return errors.map(explainField).join("\n");
  const reason = reasonOf(cause);
  return reason === "" ? detail : `${detail}: ${reason}`;
}

function explainField({ pointer, detail }: FieldError): string {
  return `${pointerInWords(pointer)} ${detail}`;
}

/** `/scopes/0` is "scopes number 1"; RFC 6901 writes `~1` for a slash and `~0` for a tilde. */
function pointerInWords(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? `number ${Number(part) + 1}` : part.replaceAll("_", " ")))
    .join(" ");
}

/** A host name may have several addresses, each with its own error; the first is enough. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : "";
}
