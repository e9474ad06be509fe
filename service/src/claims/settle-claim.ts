import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { dollars, formatAmount, usd } from "../kernel/money.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { type LedgerAccount, type Operation, recordOperations } from "../ledger/index.ts";
import { outsideDollars, owedByCustomer } from "../payments/index.ts";
import { lockCredit, type OpenCredit, useCredit } from "../rails/engine/use-credit.ts";
import { treasuryDollars } from "../treasury/index.ts";
import { type Claim, type Settlement, type SettlementId, settled } from "./claim.ts";
import { auditSettlement } from "./settlement-audit.ts";
import { insertSettlement, lockClaim, selectSettlement, updateClaim } from "./store.ts";

/** What an operator decides about a claim. */
export interface SettleClaim {
  readonly claimId: string;
  /** Chosen by a caller that may retry: the same settlement takes effect once. */
  readonly id?: SettlementId | undefined;
  /** All of the remaining amount by default. */
  readonly cents?: bigint | undefined;
  readonly reason: string;
  readonly cause: Cause;
  /** Called under the lock of the claim: false changes nothing. Its writes commit with the decision. */
  readonly confirm?: ((tx: Transaction, claim: Claim, cents: bigint) => Promise<boolean>) | undefined;
}

/**
 * Money that arrived at the bank without a payment here: a credit that was read from the bank, by its reference. It is
 * used once, and only then it is in the ledger.
 */
export function repayClaim(
  deps: AuditDeps,
  tx: Transaction,
  { reference, ...request }: SettleClaim & { readonly reference: string },
): Promise<Claim> {
  const source = `reference/${reference}`;
  return settleFrom(deps, tx, request, { type: "repay", source, reference, from: outsideDollars });
}

/** Own money that pays for a loss: the reserve must not. */
export const writeOffSources = ["treasury", "fees"] as const;
export type WriteOffSource = (typeof writeOffSources)[number];

const ownMoney: Readonly<Record<WriteOffSource, LedgerAccount>> = {
  treasury: treasuryDollars,
  fees: { kind: "fees", asset: usd },
};

export function writeOffClaim(
  deps: AuditDeps,
  tx: Transaction,
  { from, ...request }: SettleClaim & { readonly from: WriteOffSource },
): Promise<Claim> {
  return settleFrom(deps, tx, request, { type: "write_off", source: from, from: ownMoney[from] });
}

interface How {
  readonly type: "repay" | "write_off";
  readonly source: string;
  /** The bank's reference of a credit that must be open and cover the amount. */
  readonly reference?: string;
  /** The ledger account that pays. */
  readonly from: LedgerAccount;
}

async function settleFrom(deps: AuditDeps, tx: Transaction, request: SettleClaim, how: How): Promise<Claim> {
  const prepared = await prepareSettlement(deps, tx, request, how);
  if (prepared.settlement === undefined) return prepared.claim;
  const { claim: before, settlement, credit } = prepared;
  if (how.reference !== undefined && credit !== undefined) {
    const use = { network: before.network, reference: how.reference, cents: settlement.cents };
    await useCredit(deps, tx, use, { credit, usedFor: `claims/${before.id}`, now: settlement.createdAt });
  }
  const { after, operation } = await writeSettlement(
    deps,
    tx,
    { before, settlement, from: how.from },
    request.cause,
  );
  for (const outcome of await recordOperations(deps, tx, before, [operation])) orThrow(outcome);
  return after;
}

/** Locks the claim and decides. Without a settlement there is nothing to do: it is repeated, or not confirmed yet. */
export async function prepareSettlement(
  deps: AuditDeps,
  tx: Transaction,
  request: SettleClaim,
  { type, source, reference }: Omit<How, "from" | "type"> & Pick<Settlement, "type">,
): Promise<Prepared> {
  const claim = await lockClaim(tx, request.claimId);
  if (claim === undefined) throw new RefusalError(refuse("not_found", "there is no claim with this id"));
  const { tenantId, network, id: claimId } = claim;
  const earlier = request.id && (await selectSettlement(tx, { tenantId, id: request.id }));
  if (earlier !== undefined) {
    orThrow(refuseOther(earlier, { claimId, type, source, cents: request.cents ?? earlier.cents }));
    return { claim, settlement: undefined };
  }
  const cents = orThrow(decideAmount(claim, request.cents));
  const credit =
    reference === undefined ? undefined : orThrow(await lockCredit(tx, { network, reference, cents }));
  if (request.confirm !== undefined && !(await request.confirm(tx, claim, cents)))
    return { claim, settlement: undefined };
  const now = deps.clock.now();
  const settlement: Settlement = {
    tenantId,
    network,
    id: request.id ?? deps.newId<"claim-settlement">(),
    claimId,
    type,
    cents,
    status: "complete",
    reason: request.reason,
    source,
    failureReason: undefined,
    createdAt: now,
    updatedAt: now,
  };
  return { claim, settlement, credit };
}

interface Prepared {
  readonly claim: Claim;
  readonly settlement: Settlement | undefined;
  /** The locked credit that pays, if it is one at the bank. */
  readonly credit?: OpenCredit | undefined;
}

function refuseOther(
  earlier: Settlement,
  requested: Pick<Settlement, "claimId" | "type" | "source" | "cents">,
): Refusal | undefined {
  const isSame =
    earlier.claimId === requested.claimId &&
    earlier.type === requested.type &&
    earlier.source === requested.source &&
    earlier.cents === requested.cents;
  return isSame ? undefined : refuse("conflict", "another settlement with this id exists");
}

/** The amount of a settlement: never more than remains, without what is being burned. */
export function decideAmount(claim: Claim, requested: bigint | undefined): bigint | Refusal {
  const available = claim.remainingCents - claim.pendingCents;
  if (claim.status !== "open") return refuse("conflict", `the claim is closed: it is ${claim.status}`);
  if (available === 0n) return refuse("conflict", "all of the remaining amount is being offset");
  const cents = requested ?? available;
  if (cents <= available) return cents;
  const detail = `must be at most ${formatAmount(dollars(available))}, which is what remains of the claim`;
  return refuse("unprocessable", `/amount ${detail}`, { errors: [{ pointer: "/amount", detail }] });
}

interface Paying {
  readonly before: Claim;
  readonly settlement: Settlement;
  readonly from: LedgerAccount;
}

/** Writes a settlement that takes effect now; the caller records the operation last. */
export async function writeSettlement(
  deps: AuditDeps,
  tx: Transaction,
  { before, settlement, from }: Paying,
  cause: Cause,
): Promise<{ readonly after: Claim; readonly operation: Operation }> {
  const after = settled(before, settlement, settlement.updatedAt);
  await insertSettlement(tx, settlement);
  await updateClaim(tx, after);
  await auditSettlement(deps, tx, { before, after, settlement }, cause);
  const operation: Operation = {
    type: "post",
    key: `claim/${before.id}/${settlement.id}`,
    postings: [
      { account: from, units: -settlement.cents },
      { account: owedByCustomer(before.accountId), units: settlement.cents },
    ],
  };
  return { after, operation };
}
