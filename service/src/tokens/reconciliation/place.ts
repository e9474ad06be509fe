import { type ChainKey, chainNames, isChainName } from "../../chains/chain-name.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { networks, parseId } from "../../kernel/id.ts";
import type { ReconciliationId } from "./reconciliation.ts";

/** How far a run is: at which chain, and behind which token or which wallet of it. */
export type Place = SupplyPlace | BalancePlace;

export interface SupplyPlace extends ChainKey {
  readonly runId: ReconciliationId;
  readonly stage: "supplies";
  /** The id of the last token; empty at the beginning. */
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

/** The wallets of a chain, once all of its supplies were compared. */
export function balancesBehind({ runId, network, chain }: Place): BalancePlace {
  return { runId, network, chain, stage: "balances", afterIndex: -1 };
}

/** The next chain, when there is one. */
export function chainBehind(place: Place, keys: readonly ChainKey[]): Place | undefined {
  const next = inOrder(keys).find((key) => rankOf(key) > rankOf(place));
  return next === undefined ? undefined : supplyPlace(place.runId, next);
}

function supplyPlace(runId: ReconciliationId, { network, chain }: ChainKey): SupplyPlace {
  return { runId, network, chain, stage: "supplies", after: "" };
}

function inOrder(keys: readonly ChainKey[]): readonly ChainKey[] {
  return keys.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ network, chain }: ChainKey): number {
  return networks.indexOf(network) * chainNames.length + chainNames.indexOf(chain);
}

/** As the payload of a job keeps it. */
export function placeJson(place: Place): Json {
  const { runId, network, chain, stage } = place;
  const behind = place.stage === "supplies" ? { after: place.after } : { after_index: place.afterIndex };
  return { run_id: runId, network, chain, stage, ...behind };
}

/** Undefined for the beginning of a run. */
export function readPlace(payload: Json): Place | undefined {
  if (typeof payload !== "object" || payload === null || !("run_id" in payload)) return undefined;
  const { run_id: id, network: networkName, chain, stage, after, after_index: afterIndex } = payload;
  const runId = typeof id === "string" ? parseId<"reconciliation">(id) : undefined;
  const network = networks.find((known) => known === networkName);
  if (runId === undefined || network === undefined || typeof chain !== "string" || !isChainName(chain)) {
    throw new Error("names no place");
  }
  if (stage === "supplies" && typeof after === "string") return { runId, network, chain, stage, after };
  if (stage === "balances" && typeof afterIndex === "number") {
    return { runId, network, chain, stage, afterIndex };
  }
  throw new Error("names no place");
}
