import type { Workload } from "../measure.ts";
import type { Load } from "./load.ts";

export const peerNames = ["statements", "call", "contract"] as const;
export type PeerName = (typeof peerNames)[number];
export type VariantName = "service" | PeerName;

/** One implementation of accepting transfers: the service's, or a peer's. */
export interface Variant {
  readonly name: VariantName;
  readonly callerCounts: readonly number[];
  open(load: Load, callers: number): Promise<OpenedVariant>;
}

/** Callers that accept one transfer at a time, and report their CPU time. */
export interface OpenedVariant extends Omit<Workload, "close"> {
  close(): Promise<void>;
}

/** Cycles through the items. */
export function inTurns<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    if (item === undefined) throw new Error("no items to cycle through");
    next += 1;
    return item;
  };
}
