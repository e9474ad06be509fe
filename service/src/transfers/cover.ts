import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { networks, type TenantId } from "../kernel/id.ts";
import { formatAmount } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type LedgerAccount, type Operation, pathOf, readBalances } from "../ledger/index.ts";
import { holdsFor } from "./postings.ts";
import type { Transfer } from "./transfer.ts";

/**
 * Refuses what the balances of this moment do not cover, one after the other, so that a batch seldom has to be undone
 * for one request that asks too much. The ledger decides afterwards, under its lock.
 */
export async function refuseUncovered(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Transfer | Refusal)[],
): Promise<readonly (Transfer | Refusal)[]> {
  const available = await loadAvailable(session, tenantId, planned);
  return planned.map((transfer) => {
    if (isRefusal(transfer)) return transfer;
    const wanted = heldAccounts(transfer);
    for (const { account, units } of wanted) {
      const there = available.get(keyOf(transfer, account)) ?? 0n;
      if (there < units) return uncovered(account, there);
    }
    for (const { account, units } of wanted) {
      const key = keyOf(transfer, account);
      available.set(key, (available.get(key) ?? 0n) - units);
    }
    return transfer;
  });
}

async function loadAvailable(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Transfer | Refusal)[],
): Promise<Map<string, bigint>> {
  const available = new Map<string, bigint>();
  for (const network of networks) {
    const accounts = new Map<string, LedgerAccount>();
    for (const transfer of planned) {
      if (isRefusal(transfer) || transfer.network !== network) continue;
      for (const { account } of heldAccounts(transfer)) accounts.set(keyOf(transfer, account), account);
    }
    if (accounts.size === 0) continue;
    const balances = await readBalances(session, { tenantId, network }, [...accounts.values()]);
    for (const [index, key] of [...accounts.keys()].entries()) {
      available.set(key, balances[index]?.available.units ?? 0n);
    }
  }
  return available;
}

type Held = Extract<Operation, { readonly type: "hold" }>;

function heldAccounts(transfer: Transfer): readonly Held[] {
  return holdsFor(transfer).map((operation) => {
    assert(operation.type === "hold", "what is set aside is held");
    return operation;
  });
}

function keyOf({ network }: Transfer, account: LedgerAccount): string {
  return `${network} ${pathOf(account)}`;
}

/** An account whose available balance is too small: the customer's own, or the treasury's. */
function uncovered(account: LedgerAccount, units: bigint): Refusal {
  const { asset } = account;
  if (account.kind === "treasury")
    return refuse(
      "insufficient_liquidity",
      `the service does not hold enough ${asset.code} to exchange for it now`,
    );
  const available = `${formatAmount({ units, asset })} ${asset.code}`;
  return refuse("insufficient_balance", `only ${available} is available`, {
    errors: [{ pointer: "/amount/value", detail: "is more than is available" }],
  });
}

/** Somebody was faster since the balances were read: the ledger's own "no", in the words of a request. */
export function asRequested(refusal: Refusal, operation: Operation): Refusal {
  if (refusal.code !== "insufficient_balance" || operation.type !== "hold") return refusal;
  return operation.account.kind === "treasury"
    ? uncovered(operation.account, 0n)
    : { ...refusal, errors: [{ pointer: "/amount/value", detail: "is more than is available" }] };
}
