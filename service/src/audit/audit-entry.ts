import type { Actor, Cause } from "../kernel/cause.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

/** Whose log it is. */
export interface AuditScope {
  /** Undefined for what the service does to itself, such as the rotation of a signing key. */
  readonly tenantId: TenantId | undefined;
  /** Undefined for what both networks share. */
  readonly network: Network | undefined;
}

/** One change: who did what to which thing, and what the thing looked like before and after. */
export interface AuditEntry {
  readonly cause: Cause;
  /** `<noun>.<verb>`, such as `account.create` or `application.rotate_secret`. */
  readonly action: string;
  readonly subject: AuditSubject;
  readonly accountId?: AccountId;
  /** Where the entries of one batch are of both networks; else the scope's. */
  readonly network?: Network;
  readonly before?: AuditedFields;
  readonly after?: AuditedFields;
}

export interface AuditSubject {
  readonly type: string;
  readonly id: string;
}

/** Flat on purpose: what is listed here was chosen, field by field, and personal data only masked. */
export type AuditedFields = Readonly<Record<string, string | number | boolean | null>>;

export type AuditEntryId = Id<"audit-entry">;

/** An entry as it stands in the log. */
export interface RecordedEntry {
  readonly id: AuditEntryId;
  readonly at: Instant;
  readonly tenantId: TenantId | undefined;
  readonly network: Network | undefined;
  readonly accountId: AccountId | undefined;
  readonly actor: Actor;
  readonly requestId: string | undefined;
  readonly action: string;
  readonly subject: AuditSubject;
  readonly before: AuditedFields | undefined;
  readonly after: AuditedFields | undefined;
}
