import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { networks, type TenantId } from "../kernel/id.ts";
import { formatAmount } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type LedgerAccount, type Operation, pathOf, readBalances } from "../ledger/index.ts";
import { holdsFor } from "./postings.ts";
import type { Transfer } from "./transfer.ts";

/**
 * Refuses the transfers that current balances do not cover, in order, so that a batch rarely has to be rolled back for
 * a single request. The ledger makes the final decision under its lock.
 */
export async function refuseUncovered(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Transfer | Refusal)[],
): Promise<readonly (Transfer | Refusal)[]> {
  const available = await loadAvailable(session, tenantId, planned);
  return planned.map((transfer) => {
    if (isRefusal(transfer)) return transfer;
    const holds = heldAccounts(transfer);
    for (const { account, units } of holds) {
      const balance = available.get(keyOf(transfer, account)) ?? 0n;
      if (balance < units) return uncovered(account, balance);
    }
    for (const { account, units } of holds) {
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
    assert(operation.type === "hold", "only holds are created at acceptance");
    return operation;
  });
}

function keyOf({ network }: Transfer, account: LedgerAccount): string {
  return `${network} ${pathOf(account)}`;
}

/** The refusal for an account with too little available: the customer's, or the treasury. */
function uncovered(account: LedgerAccount, units: bigint): Refusal {
  const { asset } = account;
  if (account.kind === "treasury")
    return refuse(
      "insufficient_liquidity",
      `the treasury does not hold enough ${asset.code} for this transfer right now`,
    );
  const available = `${formatAmount({ units, asset })} ${asset.code}`;
  return refuse("insufficient_balance", `only ${available} is available`, {
    errors: [{ pointer: "/amount/value", detail: "exceeds the available balance" }],
  });
}

/** A balance changed since it was read, and the ledger refused: its refusal as an error of the request. */
export function asRequested(refusal: Refusal, operation: Operation): Refusal {
  if (refusal.code !== "insufficient_balance" || operation.type !== "hold") return refusal;
  return operation.account.kind === "treasury"
    ? uncovered(operation.account, 0n)
    : { ...refusal, errors: [{ pointer: "/amount/value", detail: "exceeds the available balance" }] };
}
