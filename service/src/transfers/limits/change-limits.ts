import { type AuditDeps, type AuditedFields, recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { requireTenant, requireTermScope, type TermInput } from "../term-scope.ts";
import { deleteLimit, lockLimitOf, saveLimit } from "./store.ts";
import type { TransferLimit } from "./transfer-limit.ts";

export interface SetLimit extends TermInput {
  readonly cause: Cause;
  readonly perTransferCents: bigint | undefined;
  readonly dailyCents: bigint | undefined;
}

/** Sets a limit, replacing the existing one. It applies to transfers created from now on. */
export async function setLimit(
  deps: AuditDeps,
  tx: Transaction,
  { cause, perTransferCents, dailyCents, ...request }: SetLimit,
): Promise<TransferLimit> {
  if (perTransferCents === undefined && dailyCents === undefined) {
    throw new RefusalError(refuse("validation_failed", "set a per-transfer limit, a daily limit, or both"));
  }
  const scope = await requireTermScope(tx, request);
  const before = await lockLimitOf(tx, scope.tenantId, scope);
  const now = deps.clock.now();
  const id = before?.id ?? deps.newId<"transfer-limit">();
  const createdAt = before?.createdAt ?? now;
  const limit = { ...scope, id, perTransferCents, dailyCents, createdAt, updatedAt: now };
  const after = await saveLimit(tx, limit);
  assert(after !== undefined, "an upsert returns its row");
  await audit(deps, tx, { cause, action: "transfer_limit.set", before, after });
  return after;
}

export interface RemoveLimit {
  readonly cause: Cause;
  readonly managingAccountId: string;
  readonly id: string;
}

export async function removeLimit(
  deps: AuditDeps,
  tx: Transaction,
  { cause, managingAccountId, id }: RemoveLimit,
): Promise<TransferLimit> {
  const before = await deleteLimit(tx, await requireTenant(tx, managingAccountId), id);
  if (before === undefined) throw new RefusalError(refuse("not_found", "there is no limit with this id"));
  await audit(deps, tx, { cause, action: "transfer_limit.remove", before, after: undefined });
  return before;
}

interface Change {
  readonly cause: Cause;
  readonly action: string;
  readonly before: TransferLimit | undefined;
  readonly after: TransferLimit | undefined;
}

async function audit(
  deps: AuditDeps,
  tx: Transaction,
  { cause, action, before, after }: Change,
): Promise<void> {
  const limit = after ?? before;
  assert(limit !== undefined, "a change has a before or an after");
  const { tenantId, network, id, accountId } = limit;
  await recordAudit(deps, tx, { tenantId, network }, [
    {
      cause,
      action,
      subject: { type: "transfer_limit", id },
      ...(accountId === undefined ? {} : { accountId }),
      ...(before === undefined ? {} : { before: fieldsOf(before) }),
      ...(after === undefined ? {} : { after: fieldsOf(after) }),
    },
  ]);
}

function fieldsOf({ accountId, transferType, perTransferCents, dailyCents }: TransferLimit): AuditedFields {
  return {
    account_id: accountId ?? null,
    transfer_type: transferType ?? null,
    per_transfer: dollarsOf(perTransferCents),
    daily: dollarsOf(dailyCents),
  };
}

function dollarsOf(cents: bigint | undefined): string | null {
  return cents === undefined ? null : formatAmount({ units: cents, asset: usd });
}
