import { findAddress } from "../../addresses/index.ts";
import { type AuditDeps, auditing } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findToken } from "../../tokens/index.ts";
import { requireTenant, requireTermScope, type TermInput, type TermScope } from "../term-scope.ts";
import { deleteLimit, lockLimitOf, saveLimit } from "./store.ts";
import type { LimitedOperation, LimitScope, TransferLimit } from "./transfer-limit.ts";
import { deleteUsage } from "./usage-store.ts";

export interface SetLimit extends TermInput {
  readonly cause: Cause;
  readonly operation?: LimitedOperation | undefined;
  readonly asset?: string | undefined;
  readonly destinationAddressId?: string | undefined;
  readonly perTransferCents: bigint | undefined;
  readonly dailyCents: bigint | undefined;
  readonly thirtyDayCents?: bigint | undefined;
}

/** Sets a limit, replacing the existing one. It applies to what is created from now on. */
export async function setLimit(deps: AuditDeps, tx: Transaction, request: SetLimit): Promise<TransferLimit> {
  const { cause, perTransferCents, dailyCents, thirtyDayCents } = request;
  if (perTransferCents === undefined && dailyCents === undefined && thirtyDayCents === undefined) {
    throw new RefusalError(refuse("validation_failed", "set a limit per transfer, per day, or in 30 days"));
  }
  const scope = await requireLimitScope(tx, request);
  const before = await lockLimitOf(tx, scope);
  const id = before?.id ?? deps.newId<"transfer-limit">();
  const { destinationAddressId } = request;
  const limit = { ...scope, id, destinationAddressId, perTransferCents, dailyCents, thirtyDayCents };
  const after = await saveLimit(tx, limit, deps.clock.now());
  assert(after !== undefined, "an upsert returns its row");
  await deleteUsage(tx, scope);
  await audit(deps, tx, { cause, action: "transfer_limit.set", before, after });
  return after;
}

/** The scope, after checking that everything in it exists. */
async function requireLimitScope(
  tx: Transaction,
  { operation, asset, destinationAddressId, ...request }: SetLimit,
): Promise<LimitScope & TermScope> {
  const scope = await requireTermScope(tx, request);
  if (asset !== undefined && asset !== usd.code && (await findToken(tx, scope, asset)) === undefined)
    refuseAt("/asset", `must be USD, or a token that the tenant can use on ${scope.network}`);
  const destination =
    destinationAddressId === undefined
      ? undefined
      : await requireDestination(tx, scope, destinationAddressId);
  return { ...scope, operation, asset, destination };
}

async function requireDestination(tx: Transaction, scope: TermScope, addressId: string): Promise<string> {
  const address = await findAddress(tx, { ...scope, addressId });
  if (address === undefined)
    return refuseAt("/destination_address_id", `must be an address of the tenant on ${scope.network}`);
  return address.medium === "chain" ? address.onChainAddress : address.id;
}

function refuseAt(pointer: string, detail: string): never {
  throw new RefusalError(
    refuse("validation_failed", `${pointer.slice(1)} ${detail}`, { errors: [{ pointer, detail }] }),
  );
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
  const [before] = await deleteLimit(tx, { tenantId: await requireTenant(tx, managingAccountId), id });
  if (before === undefined) throw new RefusalError(refuse("not_found", "there is no limit with this id"));
  await deleteUsage(tx, before);
  await audit(deps, tx, { cause, action: "transfer_limit.remove", before });
  return before;
}

const audit = auditing<TransferLimit>((limit) => ({
  account_id: limit.accountId ?? null,
  transfer_type: limit.transferType ?? null,
  operation: limit.operation ?? null,
  asset: limit.asset ?? null,
  destination_address_id: limit.destinationAddressId ?? null,
  per_transfer: dollarsOf(limit.perTransferCents),
  daily: dollarsOf(limit.dailyCents),
  thirty_days: dollarsOf(limit.thirtyDayCents),
}));

function dollarsOf(cents: bigint | undefined): string | null {
  return cents === undefined ? null : formatAmount({ units: cents, asset: usd });
}
