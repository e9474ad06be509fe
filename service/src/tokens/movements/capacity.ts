import type { Session } from "../../db/database.ts";
import { networks, type TenantId } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { type LedgerAccount, pathOf, readBalances } from "../../ledger/index.ts";
import { refuseOverCapacity } from "../chain-limits.ts";
import { type Leg, type Movement, wayOf } from "./movement.ts";
import { supplyOn } from "./postings.ts";

/**
 * Refuses mints above the maximum supply of a chain, counting the supply in the ledger and what was accepted earlier in
 * the same batch. Mints in flight are not counted: the chain refuses them.
 */
export async function refuseOverfull(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Movement | Refusal)[],
): Promise<readonly (Movement | Refusal)[]> {
  const present = await loadPresent(session, tenantId, planned);
  return planned.map((movement) => {
    const leg = mintedLegOf(movement);
    if (isRefusal(movement) || leg === undefined) return movement;
    const { units, asset } = movement;
    const key = keyOf(movement, supplyOn(movement, leg.chain));
    const supply = present.get(key) ?? 0n;
    const refusal = refuseOverCapacity(leg.chain, { units, asset }, supply);
    if (refusal === undefined) present.set(key, supply + units);
    return refusal ?? movement;
  });
}

/** All supply of a token that its own tenant moves is in that tenant's journal. */
async function loadPresent(
  session: Session,
  tenantId: TenantId,
  planned: readonly (Movement | Refusal)[],
): Promise<Map<string, bigint>> {
  const present = new Map<string, bigint>();
  for (const network of networks) {
    const supplies = new Map<string, LedgerAccount>();
    for (const movement of planned) {
      const leg = mintedLegOf(movement);
      if (isRefusal(movement) || leg === undefined || movement.network !== network) continue;
      const supply = supplyOn(movement, leg.chain);
      supplies.set(keyOf(movement, supply), supply);
    }
    if (supplies.size === 0) continue;
    const balances = await readBalances(session, { tenantId, network }, [...supplies.values()]);
    for (const [index, key] of [...supplies.keys()].entries()) {
      // The supply account is negative by the amount that was minted.
      present.set(key, -(balances[index]?.posted.units ?? 0n));
    }
  }
  return present;
}

/** The leg where a movement mints tokens, if any. */
function mintedLegOf(movement: Movement | Refusal): Leg | undefined {
  if (isRefusal(movement) || movement.kind === "burn") return undefined;
  return wayOf(movement) === "transfer" ? undefined : movement.destination;
}

function keyOf({ network }: Movement, supply: LedgerAccount): string {
  return `${network} ${pathOf(supply)}`;
}
