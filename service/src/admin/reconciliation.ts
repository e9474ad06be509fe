import { setTimeout as sleep } from "node:timers/promises";
import Type from "typebox";
import { recordAudit } from "../audit/index.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, named, nullableString } from "../http/schemas.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type Difference,
  lastReconciliation,
  listDifferences,
  listDifferencesFor,
  type Reconciliation,
  reconcileKind,
  tokenScale,
} from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import type { AdminContext } from "./open-admin.ts";

export const DifferenceSchema = named(
  "ConsoleDifference",
  Type.Object({
    network: Type.Enum(["testnet", "mainnet"]),
    transfer_type: Type.String({ description: "Chain." }),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Null for a supply." }),
    address_id: nullableString({ description: "Null for a supply." }),
    on_chain: nullableString({ description: "Null if the chain was unreachable." }),
    in_ledger: Type.String(),
    cause: Type.String(),
  }),
);

export const ReconciliationSchema = Type.Object({
  id: Type.String(),
  started_at: DateTimeSchema,
  ended_at: DateTimeSchema,
  compared: Type.Integer(),
  explained: Type.Integer({ description: "Differences in flight." }),
  different: Type.Integer(),
  unverified: Type.Integer({ description: "Chain unreachable." }),
  differences: Type.Array(DifferenceSchema),
  is_complete: Type.Boolean({ description: "False if there are more differences than returned." }),
});

/** The last reconciliation of chains and ledger, with its differences. */
export interface ShownReconciliation extends Omit<Reconciliation, "endedAt"> {
  readonly endedAt: NonNullable<Reconciliation["endedAt"]>;
  readonly differences: readonly Difference[];
  /** False if there are more differences than shown. */
  readonly isComplete: boolean;
}

export const presentReconciliation = (shown: ShownReconciliation) =>
  present(ReconciliationSchema, { ...shown, differences: shown.differences.map(withAmounts) });

export const presentDifference = (difference: Difference) =>
  present(DifferenceSchema, withAmounts(difference));

function withAmounts({ token, chain, holder, chainUnits, ledgerUnits, network, cause }: Difference) {
  const { valueType } = token;
  const asset = { code: valueType, scale: tokenScale };
  return {
    network,
    transferType: chain,
    valueType,
    tenantId: holder?.tenantId,
    addressId: holder?.addressId,
    onChain: chainUnits === undefined ? undefined : { units: chainUnits, asset },
    inLedger: { units: ledgerUnits, asset },
    cause,
  };
}

const maxItems = 1_000;
const pollMs = 500;

/** Result of the last run; undefined if there was none. */
export async function findReconciliation(
  admin: Pick<AdminContext, "database" | "clock">,
): Promise<ShownReconciliation | undefined> {
  const run = await lastReconciliation(admin.database);
  return run && withDifferences(admin, run);
}

/** Requests a run from a worker node, because nodes have chain access, and waits for the result. */
export async function reconcile(
  admin: AdminContext,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<ShownReconciliation> {
  const requestedAt = admin.clock.now();
  await requestReconciliation(admin);
  while (admin.clock.now() - requestedAt < timeoutMs) {
    const run = await lastReconciliation(admin.database);
    if (run?.endedAt !== undefined && run.endedAt >= requestedAt) return withDifferences(admin, run);
    await sleep(pollMs);
  }
  const detail =
    `no reconciliation finished within ${timeoutMs / 1_000} s. It requires a running node with the role worker; a ` +
    "pending run continues; see its result with florin admin tokens reconciliation";
  throw new RefusalError(refuse("dependency_unavailable", detail));
}

export interface TokenDifferencesRequest {
  readonly network: Network;
  readonly valueType: string;
  /** The tenant whose addresses may be returned. */
  readonly tenantId: TenantId;
}

/** Result of the last run for one token, for its issuer and holders; undefined if there was none. */
export async function findTokenReconciliation(
  { database, clock }: Pick<AdminContext, "database" | "clock">,
  input: TokenDifferencesRequest,
): Promise<Pick<ShownReconciliation, "endedAt" | "differences" | "isComplete"> | undefined> {
  const run = await lastReconciliation(database);
  if (run === undefined) return undefined;
  const found = await listDifferencesFor(database, run.id, { ...input, limit: maxItems + 1 });
  return { endedAt: run.endedAt ?? clock.now(), ...firstOf(found) };
}

/** Requests a run without waiting for it; a node with the role `worker` executes it. */
export async function requestReconciliation(admin: AdminContext): Promise<void> {
  const { jobQueue } = queuesOf(admin);
  await admin.database.transaction(async (tx) => {
    await jobQueue.enqueue(tx, { kind: reconcileKind, payload: {}, dedupeKey: "operator" });
    await recordAudit(admin, tx, { tenantId: undefined, network: undefined }, [
      {
        cause: admin.cause,
        action: "reconciliation.request",
        subject: { type: "job_kind", id: reconcileKind },
      },
    ]);
  });
}

async function withDifferences(
  { database, clock }: Pick<AdminContext, "database" | "clock">,
  run: Reconciliation,
): Promise<ShownReconciliation> {
  const found = await listDifferences(database, run.id, maxItems + 1);
  return { ...run, endedAt: run.endedAt ?? clock.now(), ...firstOf(found) };
}

function firstOf(found: readonly Difference[]) {
  return { differences: found.slice(0, maxItems), isComplete: found.length <= maxItems };
}
