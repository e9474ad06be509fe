import type { Session } from "../../db/database.ts";
import { networks, type TenantId } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { type LedgerAccount, pathOf, readBalances } from "../../ledger/index.ts";
import { refuseNoRoom } from "../chain-limits.ts";
import { type Leg, type Movement, wayOf } from "./movement.ts";
import { supplyOn } from "./postings.ts";

/**
 * Refuses new tokens for which a chain has no number left, counting what the ledger says is there and what was accepted
 * before in the same batch. What is still under way is not counted: it is the chain that refuses then.
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
    const there = present.get(key) ?? 0n;
    const refusal = refuseNoRoom(leg.chain, { units, asset }, there);
    if (refusal === undefined) present.set(key, there + units);
    return refusal ?? movement;
  });
}

/** All of a token that its own tenant moves was minted in the journal of that tenant. */
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
      // What was minted is missing from the account that it came from.
      present.set(key, -(balances[index]?.posted.units ?? 0n));
    }
  }
  return present;
}

/** Where a movement makes new tokens, if it does. */
function mintedLegOf(movement: Movement | Refusal): Leg | undefined {
  if (isRefusal(movement) || movement.kind === "burn") return undefined;
  return wayOf(movement) === "transfer" ? undefined : movement.destination;
}

function keyOf({ network }: Movement, supply: LedgerAccount): string {
  return `${network} ${pathOf(supply)}`;
}
