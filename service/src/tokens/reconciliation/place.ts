import { type ChainKey, compareChains, isChainName } from "../../chains/chain-name.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { networks, parseId } from "../../kernel/id.ts";
import type { ReconciliationId } from "./reconciliation.ts";

/** Position of a run: a chain, and the last token or wallet processed. */
export type Place = SupplyPlace | BalancePlace;

export interface SupplyPlace extends ChainKey {
  readonly runId: ReconciliationId;
  readonly stage: "supplies";
  /** Id of the last token; empty at the start. */
  readonly after: string;
}

export interface BalancePlace extends ChainKey {
  readonly runId: ReconciliationId;
  readonly stage: "balances";
  readonly afterIndex: number;
}

export function firstPlace(runId: ReconciliationId, keys: readonly ChainKey[]): Place | undefined {
  const [first] = inOrder(keys);
  return first === undefined ? undefined : supplyPlace(runId, first);
}

/** The balances of a chain, after all its supplies. */
export function balancesBehind({ runId, network, chain }: Place): BalancePlace {
  return { runId, network, chain, stage: "balances", afterIndex: -1 };
}

/** The next chain, if any. */
export function chainBehind(place: Place, keys: readonly ChainKey[]): Place | undefined {
  const next = inOrder(keys).find((key) => compareKeys(key, place) > 0);
  return next === undefined ? undefined : supplyPlace(place.runId, next);
}

function supplyPlace(runId: ReconciliationId, { network, chain }: ChainKey): SupplyPlace {
  return { runId, network, chain, stage: "supplies", after: "" };
}

function inOrder(keys: readonly ChainKey[]): readonly ChainKey[] {
  return keys.toSorted(compareKeys);
}

function compareKeys(left: ChainKey, right: ChainKey): number {
  const byNetwork = networks.indexOf(left.network) - networks.indexOf(right.network);
  return byNetwork === 0 ? compareChains(left.chain, right.chain) : byNetwork;
}

/** Serialized as job payload. */
export function placeJson(place: Place): Json {
  const { runId, network, chain, stage } = place;
  const behind = place.stage === "supplies" ? { after: place.after } : { after_index: place.afterIndex };
  return { run_id: runId, network, chain, stage, ...behind };
}

/** Undefined at the start of a run. */
export function readPlace(payload: Json): Place | undefined {
  if (typeof payload !== "object" || payload === null || !("run_id" in payload)) return undefined;
  const { run_id: id, network: networkName, chain, stage, after, after_index: afterIndex } = payload;
  const runId = typeof id === "string" ? parseId<"reconciliation">(id) : undefined;
  const network = networks.find((known) => known === networkName);
  if (runId === undefined || network === undefined || typeof chain !== "string" || !isChainName(chain)) {
    throw new Error("invalid position");
  }
  if (stage === "supplies" && typeof after === "string") return { runId, network, chain, stage, after };
  if (stage === "balances" && typeof afterIndex === "number") {
    return { runId, network, chain, stage, afterIndex };
  }
  throw new Error("invalid position");
}
