import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import type { Measurement } from "../measure.ts";
import type { Load, Tally } from "./transfers.ts";

/** One implementation of recording transfers: the ledger's, or a peer's. */
export interface Variant {
  readonly name: VariantName;
  readonly callerCounts: readonly number[];
  run(request: RunRequest): Promise<Run>;
}

export const peerNames = ["statements", "call", "pgbench"] as const;
export type PeerName = (typeof peerNames)[number];
export type VariantName = "ledger" | PeerName;

export interface RunRequest {
  readonly target: SocketTarget;
  readonly load: Load;
  readonly callers: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  databaseCpuMs(): Promise<number>;
}

export interface Run {
  readonly measurement: Measurement;
  /** All acknowledged transfers, including the warm-up. */
  readonly tally: Tally;
}
