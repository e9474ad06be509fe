import { findAccount } from "../accounts/index.ts";
import { type CustodialDeps, ensureTreasuryAddresses } from "../addresses/index.ts";
import type { Transaction } from "../db/database.ts";
import { type Cause, systemCause } from "../kernel/cause.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { findTreasury, placesOf, type TreasuryPlaces } from "./find-treasury.ts";
import type { TreasuryScope } from "./treasury.ts";

export interface EnsureTreasuryDeps extends CustodialDeps {
  /** False for a network that has no seed yet: no addresses are created there. Defaults to true. */
  readonly hasKeys?: (network: Network) => boolean;
}

const systemEnsure = systemCause("treasury.ensure");

/**
 * Ensures that the treasury of a tenant has its addresses, and returns its location on the chains of each family. A tenant that is not
 * complete and a network without keys have none. Idempotent; a repeated call is one statement.
 */
export async function ensureTreasury(
  deps: EnsureTreasuryDeps,
  tx: Transaction,
  scope: TreasuryScope,
  cause: Cause = systemEnsure,
): Promise<TreasuryPlaces> {
  const found = await findTreasury(tx, scope);
  if (found.size > 0 || deps.hasKeys?.(scope.network) === false) return found;
  const accountId = managerOf(scope.tenantId);
  const account = accountId && (await findAccount(tx, { tenantId: scope.tenantId, accountId }));
  if (account?.status !== "complete") return found;
  const { tenantId, network } = scope;
  const input = { tenantId, network, accountId: account.id, cause };
  return placesOf(await ensureTreasuryAddresses(deps, tx, input));
}

/** A managing account is its own tenant; the platform tenant is not an account. */
export function managerOf(tenantId: TenantId): AccountId | undefined {
  return parseId<"account">(tenantId);
}
