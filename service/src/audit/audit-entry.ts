import type { Actor, Cause } from "../kernel/cause.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

/** The log that an entry belongs to. */
export interface AuditScope {
  /** Undefined for changes to the service itself, such as the rotation of a signing key. */
  readonly tenantId: TenantId | undefined;
  /** Undefined for objects that both networks share. */
  readonly network: Network | undefined;
}

/** One change: actor, action, target, and the target's changed fields before and after. */
export interface AuditEntry {
  readonly cause: Cause;
  /** `<noun>.<verb>`, such as `account.create` or `application.rotate_secret`. */
  readonly action: string;
  readonly subject: AuditSubject;
  readonly accountId?: AccountId | undefined;
  /** Overrides the scope's network in a batch that covers both networks. */
  readonly network?: Network;
  readonly before?: FieldsToAudit | undefined;
  readonly after?: FieldsToAudit | undefined;
}

/** One change of an object that says whose it is. */
export interface AuditChange extends Pick<AuditEntry, "cause" | "action" | "before" | "after"> {
  readonly of: AuditedObject;
  /** The type of the object, if it is not the noun of the action. */
  readonly type?: string;
}

export interface AuditedObject extends AuditScope {
  readonly id: string;
  readonly accountId?: AccountId | undefined;
}

export interface AuditSubject {
  readonly type: string;
  readonly id: string;
}

/** Flat on purpose: each field is selected explicitly, and personal data is masked. */
export type AuditedFields = Readonly<Record<string, string | number | boolean | null>>;
/** A field that is undefined is left out. */
export type FieldsToAudit = Readonly<Record<string, AuditedFields[string] | undefined>>;

export type AuditEntryId = Id<"audit-entry">;

/** An entry as stored in the log. */
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

/** Names the log of the platform. Tenant ids have 26 characters, so the two cannot collide. */
export const platformLog = "platform";

export function chainOf(tenantId: TenantId | undefined): string {
  return tenantId ?? platformLog;
}

export function nameOfActor(actor: Actor): string {
  return actor.type === "application" || actor.type === "user" ? actor.id : actor.name;
}
