import type { Chain, Position, Scan } from "../chains/chain.ts";
import { insertEffects } from "../db/restores/effect-store.ts";
import { selectLastRecovered } from "../db/restores/restore-store.ts";
import type { Clock } from "../kernel/instant.ts";
import { type EffectDeps, effectsOf } from "./compare-chain.ts";
import type { ComparisonDeps } from "./recovery-deps.ts";

type LateEffectsDeps = EffectDeps & Pick<ComparisonDeps, "contracts"> & { readonly clock: Clock };

/**
 * A transaction that does not expire may be included after the recovery, for example if it waited behind an unused nonce.
 * The deposit scanner records it like the recovery, before it decides whose deposit it is.
 */
export async function recordLateEffects(
  deps: LateEffectsDeps,
  chain: Chain,
  after: Position,
  { final, transfers }: Scan,
): Promise<void> {
  const { database, clock } = deps;
  if (chain.pendingNonces === undefined || transfers.length === 0) return;
  const restoreId = (await selectLastRecovered(database))?.id;
  if (restoreId === undefined) return;
  const contracts = await deps.contracts(database, chain.key);
  const effects = await effectsOf(deps, chain, { transfers, contracts, after, until: final.height });
  const place = { network: chain.key.network, place: chain.key.chain };
  await insertEffects(database, restoreId, place, effects, clock.now());
}
