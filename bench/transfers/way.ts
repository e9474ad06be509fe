import type { Workload } from "../measure.ts";
import type { Load } from "./load.ts";

export const peerNames = ["statements", "call"] as const;
export type PeerName = (typeof peerNames)[number];
export type WayName = "service" | PeerName;

/** One way of accepting transfers: the service's, or a peer's. */
export interface Way {
  readonly name: WayName;
  readonly callerCounts: readonly number[];
  open(load: Load, callers: number): Promise<OpenedWay>;
}

/** Callers that accept one transfer each time, and can tell what it cost. */
export interface OpenedWay extends Omit<Workload, "close"> {
  close(): Promise<void>;
}

/** The next of these, round and round. */
export function inTurns<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    if (item === undefined) throw new Error("there is nothing to take turns with");
    next += 1;
    return item;
  };
}
