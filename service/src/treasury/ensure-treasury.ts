import { findAccount } from "../accounts/index.ts";
import { type CustodialDeps, ensureTreasuryAddresses } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Transaction } from "../db/database.ts";
import { type Cause, systemCause } from "../kernel/cause.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { findTreasury, placesOf } from "./find-treasury.ts";
import type { TreasuryPlace, TreasuryScope } from "./treasury.ts";

export interface EnsureTreasuryDeps extends CustodialDeps {
  /** False where the service has no seed yet: there it makes no addresses. Every network has one unless it is said. */
  readonly hasKeys?: (network: Network) => boolean;
}

const byItself = systemCause("treasury.ensure");

/**
 * Sees to it that the treasury of a tenant has its addresses, and answers where it is on each chain. A tenant that is not
 * complete, or a network without keys, has none. Doing it again is one statement.
 */
export async function ensureTreasury(
  deps: EnsureTreasuryDeps,
  tx: Transaction,
  scope: TreasuryScope,
  cause: Cause = byItself,
): Promise<ReadonlyMap<ChainName, TreasuryPlace>> {
  const found = await findTreasury(tx, scope);
  if (found.size > 0 || deps.hasKeys?.(scope.network) === false) return found;
  const accountId = managerOf(scope.tenantId);
  const account = accountId && (await findAccount(tx, { tenantId: scope.tenantId, accountId }));
  if (account?.status !== "complete") return found;
  const { tenantId, network } = scope;
  const input = { tenantId, network, accountId: account.id, cause };
  return placesOf(await ensureTreasuryAddresses(deps, tx, input));
}

/** A managing account is its own tenant; the platform's own tenant is no account. */
export function managerOf(tenantId: TenantId): AccountId | undefined {
  return parseId<"account">(tenantId);
}
