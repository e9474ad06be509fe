import type { Session } from "../../db/database.ts";
import { networks, type TenantId } from "../../kernel/id.ts";
import { formatAmount } from "../../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { type LedgerAccount, pathOf, readBalances } from "../../ledger/index.ts";
import type { Movement } from "./movement.ts";
import { walletOf } from "./postings.ts";

/**
 * Refuses the movements that current balances do not cover, in order, so that a batch rarely has to be rolled back for
 * a single request. The ledger makes the final decision under its lock.
 */
export async function refuseUncovered(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Movement | Refusal)[],
): Promise<readonly (Movement | Refusal)[]> {
  const available = await loadAvailable(session, tenantId, planned);
  return planned.map((movement) => {
    if (isRefusal(movement)) return movement;
    const wallet = spentWalletOf(movement);
    if (wallet === undefined) return movement;
    const key = keyOf(movement, wallet);
    const units = available.get(key) ?? 0n;
    if (units < movement.units) return uncovered(wallet, units);
    available.set(key, units - movement.units);
    return movement;
  });
}

async function loadAvailable(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Movement | Refusal)[],
): Promise<Map<string, bigint>> {
  const available = new Map<string, bigint>();
  for (const network of networks) {
    const wallets = new Map<string, LedgerAccount>();
    for (const movement of planned) {
      if (isRefusal(movement) || movement.network !== network) continue;
      const wallet = spentWalletOf(movement);
      if (wallet !== undefined) wallets.set(keyOf(movement, wallet), wallet);
    }
    if (wallets.size === 0) continue;
    const balances = await readBalances(session, { tenantId, network }, [...wallets.values()]);
    for (const [index, key] of [...wallets.keys()].entries()) {
      available.set(key, balances[index]?.available.units ?? 0n);
    }
  }
  return available;
}

function spentWalletOf(movement: Movement): LedgerAccount | undefined {
  return movement.kind === "mint" ? undefined : walletOf(movement.source, movement.asset);
}

function keyOf({ network }: Movement, wallet: LedgerAccount): string {
  return `${network} ${pathOf(wallet)}`;
}

function uncovered({ asset }: LedgerAccount, units: bigint): Refusal {
  const available = `${formatAmount({ units, asset })} ${asset.code}`;
  return atAmount(refuse("insufficient_balance", `only ${available} is available`));
}

/** Attributes the refusal to the amount. */
export function atAmount(refusal: Refusal): Refusal {
  if (refusal.code !== "insufficient_balance") return refusal;
  return { ...refusal, errors: [{ pointer: "/amount", detail: "exceeds the available balance" }] };
}
