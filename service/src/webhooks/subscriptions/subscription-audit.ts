import { type AuditDeps, type AuditedFields, recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { Subscription } from "./subscription.ts";

export interface AuditedChange {
  readonly cause: Cause;
  /** The reason, if one was given. */
  readonly reason?: string;
  readonly action: `webhook_subscription.${"create" | "update" | "archive" | "rotate_secret" | "disable"}`;
  readonly before?: Subscription;
  readonly after: Subscription;
}

export async function auditSubscription(
  deps: AuditDeps,
  tx: Transaction,
  { cause, reason, action, before, after }: AuditedChange,
): Promise<void> {
  await recordAudit(deps, tx, after, [
    {
      cause,
      action,
      subject: { type: "webhook_subscription", id: after.id },
      accountId: after.accountId,
      ...(before === undefined ? {} : { before: fieldsOf(before) }),
      after: { ...fieldsOf(after), ...(reason === undefined ? {} : { reason }) },
    },
  ]);
}

/** Only the host of the URL: the rest may contain keys. */
function fieldsOf({ url, events, description, state, previousSecretUntil }: Subscription): AuditedFields {
  return {
    url_host: hostOf(url),
    events: events.join(" "),
    description: description ?? null,
    status: state.status,
    disabled_reason: state.status === "disabled" ? state.because : null,
    previous_secret_valid_until:
      previousSecretUntil === undefined ? null : formatInstant(previousSecretUntil),
  };
}

export function hostOf(url: string): string {
  return new URL(url).host;
}
