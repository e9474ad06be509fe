import type { Session } from "../db/database.ts";
import { formatAmount } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type LedgerAccount, pathOf, readBalances } from "../ledger/index.ts";
import { refuseOverCapacity } from "../tokens/index.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { type Hold, holdsFor, supplyOn } from "./postings.ts";
import type { RefusedOperation } from "./save-steps.ts";
import type { TransferScope } from "./store.ts";
import type { TokenDestination, Transfer } from "./transfer.ts";
import { amountPointerOf } from "./transfer-request.ts";

/** A new transfer, and what it takes from accounts when it is accepted. */
export interface PlannedTransfer {
  readonly transfer: Transfer;
  readonly holds: readonly Hold[];
  readonly minted: TokenDestination | undefined;
}

export function withHolds(transfer: Transfer): PlannedTransfer {
  return { transfer, holds: holdsFor(transfer), minted: mintedLeg(transfer) };
}

/**
 * Where a token resource mints, if it does. All supply of a token that its own tenant moves is in that tenant's
 * journal. Mints in flight are not counted: the chain refuses them.
 */
function mintedLeg({ resource, flow, destination }: Transfer): TokenDestination | undefined {
  if (resource === "transfer" || flow === "payout" || destination.medium !== "chain") return undefined;
  return destination;
}

/** What is available in each account that the transfers use; of a supply, what was minted, as a negative number. */
export async function loadBalances(
  session: Session,
  scope: TransferScope,
  planned: readonly (PlannedTransfer | Refusal)[],
): Promise<Map<string, bigint>> {
  const uses = planned.flatMap((item) => (isRefusal(item) ? [] : usesOf(item)));
  const accounts = new Map(uses.map(({ account }) => [pathOf(account), account]));
  if (accounts.size === 0) return new Map();
  const balances = await readBalances(session, scope, [...accounts.values()]);
  return new Map([...accounts.keys()].map((path, index) => [path, balances[index]?.available.units ?? 0n]));
}

/** What a transfer holds, and the supply that it mints from. */
function usesOf({
  transfer: { units },
  holds,
  minted,
}: PlannedTransfer): readonly Pick<Hold, "account" | "units">[] {
  return minted === undefined ? holds : [...holds, { account: supplyOn(minted), units }];
}

/**
 * Refuses the transfers that current balances do not cover, in order, so that a batch rarely has to be rolled back for
 * a single request; and mints above the maximum supply of a chain. The ledger and the chain make the final decision.
 */
export function refuseUncovered(
  planned: readonly (PlannedTransfer | Refusal)[],
  balances: Map<string, bigint>,
): readonly (PlannedTransfer | Refusal)[] {
  const balanceOf = (account: LedgerAccount): bigint => balances.get(pathOf(account)) ?? 0n;
  return planned.map((item) => {
    if (isRefusal(item)) return item;
    const refusal = refuseExcessSupply(item, balanceOf) ?? refuseShortage(item, balanceOf);
    if (refusal !== undefined) return refusal;
    for (const { account, units } of usesOf(item)) balances.set(pathOf(account), balanceOf(account) - units);
    return item;
  });
}

type BalanceOf = (account: LedgerAccount) => bigint;

function refuseExcessSupply(
  { transfer, minted }: PlannedTransfer,
  balanceOf: BalanceOf,
): Refusal | undefined {
  if (minted === undefined) return undefined;
  const supply = supplyOn(minted);
  const { units } = transfer;
  return refuseOverCapacity(minted.chain, { units, asset: supply.asset }, -balanceOf(supply));
}

function refuseShortage({ transfer, holds }: PlannedTransfer, balanceOf: BalanceOf): Refusal | undefined {
  const short = holds.find(({ account, units }) => balanceOf(account) < units);
  if (short === undefined) return undefined;
  const { asset, kind } = short.account;
  if (kind === "treasury") return noLiquidity(short.account);
  const available = `${formatAmount({ units: balanceOf(short.account), asset })} ${asset.code}`;
  const refusal = refuse("insufficient_balance", `only ${available} is available`);
  return atAmount(refusal, transfer);
}

/** A balance changed since it was read, and the ledger refused: its refusal as an error of the request. */
export function asRequested(
  { refusal, operation }: RefusedOperation,
  [request]: readonly RequestedTransferInput[],
): Refusal {
  if (refusal.code !== "insufficient_balance" || operation.type !== "hold") return refusal;
  if (operation.account.kind === "treasury") return noLiquidity(operation.account);
  // All requests of a batch are of one resource.
  return atAmount(refusal, request?.requestedTransfer ?? { resource: "transfer" });
}

function noLiquidity({ asset }: LedgerAccount): Refusal {
  const detail = `the treasury does not hold enough ${asset.code} for this transfer right now`;
  return refuse("insufficient_liquidity", detail);
}

function atAmount(refusal: Refusal, { resource }: Pick<Transfer, "resource">): Refusal {
  const pointer = amountPointerOf(resource);
  return { ...refusal, errors: [{ pointer, detail: "exceeds the available balance" }] };
}
