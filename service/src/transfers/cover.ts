import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { formatAmount } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type LedgerAccount, type Operation, pathOf, readBalances } from "../ledger/index.ts";
import { refuseOverCapacity } from "../tokens/index.ts";
import { holdsFor, supplyOn } from "./postings.ts";
import type { TransferScope } from "./store.ts";
import type { TokenDestination, Transfer } from "./transfer.ts";
import { amountPointerOf } from "./transfer-request.ts";

/**
 * Refuses the transfers that current balances do not cover, in order, so that a batch rarely has to be rolled back for
 * a single request; and mints above the maximum supply of a chain. The ledger and the chain make the final decision.
 */
export function refuseUncovered(
  planned: readonly (Transfer | Refusal)[],
  balances: Map<string, bigint>,
): readonly (Transfer | Refusal)[] {
  return planned.map((transfer) => {
    if (isRefusal(transfer)) return transfer;
    const balanceOf = (account: LedgerAccount): bigint => balances.get(pathOf(account)) ?? 0n;
    const refusal = refuseExcessSupply(transfer, balanceOf) ?? refuseShortage(transfer, balanceOf);
    if (refusal !== undefined) return refusal;
    for (const { account, units } of usesOf(transfer))
      balances.set(pathOf(account), balanceOf(account) - units);
    return transfer;
  });
}

/** What is available in each account that the transfers use; of a supply, what was minted, as a negative number. */
export async function loadBalances(
  session: Session,
  scope: TransferScope,
  planned: readonly (Transfer | Refusal)[],
): Promise<Map<string, bigint>> {
  const uses = planned.flatMap((transfer) => (isRefusal(transfer) ? [] : usesOf(transfer)));
  const accounts = new Map(uses.map(({ account }) => [pathOf(account), account]));
  if (accounts.size === 0) return new Map();
  const balances = await readBalances(session, scope, [...accounts.values()]);
  return new Map([...accounts.keys()].map((path, index) => [path, balances[index]?.available.units ?? 0n]));
}

/** What a transfer holds, and the supply that it mints from. */
function usesOf(transfer: Transfer): readonly Pick<Held, "account" | "units">[] {
  const minted = mintedLeg(transfer);
  const holds = heldAccounts(transfer);
  return minted === undefined ? holds : [...holds, { account: supplyOn(minted), units: transfer.units }];
}

/**
 * Where a token resource mints, if it does. All supply of a token that its own tenant moves is in that tenant's
 * journal. Mints in flight are not counted: the chain refuses them.
 */
function mintedLeg({ resource, flow, destination }: Transfer): TokenDestination | undefined {
  if (resource === "transfer" || flow === "payout" || destination.medium !== "chain") return undefined;
  return destination;
}

type BalanceOf = (account: LedgerAccount) => bigint;

function refuseExcessSupply(transfer: Transfer, balanceOf: BalanceOf): Refusal | undefined {
  const minted = mintedLeg(transfer);
  if (minted === undefined) return undefined;
  const supply = supplyOn(minted);
  const { units } = transfer;
  return refuseOverCapacity(minted.chain, { units, asset: supply.asset }, -balanceOf(supply));
}

function refuseShortage(transfer: Transfer, balanceOf: BalanceOf): Refusal | undefined {
  const short = heldAccounts(transfer).find(({ account, units }) => balanceOf(account) < units);
  return short && uncovered(transfer, short.account, balanceOf(short.account));
}

type Held = Extract<Operation, { readonly type: "hold" }>;

function heldAccounts(transfer: Transfer): readonly Held[] {
  return holdsFor(transfer).map((operation) => {
    assert(operation.type === "hold", "only holds are created at acceptance");
    return operation;
  });
}

/** The refusal for an account with too little available: the customer's, or the treasury. */
function uncovered({ resource }: Transfer, account: LedgerAccount, units: bigint): Refusal {
  const { asset } = account;
  if (account.kind === "treasury") return noLiquidity(account);
  const available = `${formatAmount({ units, asset })} ${asset.code}`;
  const refusal = refuse("insufficient_balance", `only ${available} is available`);
  return { ...refusal, errors: [excessAt(amountPointerOf(resource))] };
}

function noLiquidity({ asset }: LedgerAccount): Refusal {
  const detail = `the treasury does not hold enough ${asset.code} for this transfer right now`;
  return refuse("insufficient_liquidity", detail);
}

function excessAt(pointer: string) {
  return { pointer, detail: "exceeds the available balance" };
}

/** A balance changed since it was read, and the ledger refused: its refusal as an error of the request. */
export function asRequested(refusal: Refusal, operation: Operation, pointer: string): Refusal {
  if (refusal.code !== "insufficient_balance" || operation.type !== "hold") return refusal;
  return operation.account.kind === "treasury"
    ? noLiquidity(operation.account)
    : { ...refusal, errors: [excessAt(pointer)] };
}
