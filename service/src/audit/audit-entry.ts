import type { Cause } from "../kernel/cause.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";

/** Whose log it is; an action on what both networks share has no network. */
export interface AuditScope {
  readonly tenantId: TenantId;
  readonly network: Network | undefined;
}

/** One change: who did what to which thing, and what the thing looked like before and after. */
export interface AuditEntry {
  readonly cause: Cause;
  /** `<noun>.<verb>`, such as `account.create`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly accountId?: AccountId;
  readonly before?: AuditedFields;
  readonly after?: AuditedFields;
}

/** Flat on purpose: what is listed here was chosen, field by field, and personal data only masked. */
export type AuditedFields = Readonly<Record<string, string | number | boolean | null>>;
