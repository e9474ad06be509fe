import type { StatusTone } from "../../../kit/status-tone.ts";
import type { Chain } from "./chains-query.ts";

interface ChainState {
  readonly words: string;
  readonly tone: StatusTone;
}

/** The most important condition of a chain, as a badge. */
export function chainState(chain: Chain): ChainState {
  if (chain.mode === "off") return { words: "off", tone: "neutral" };
  if (!chain.is_reachable) return { words: "unreachable", tone: "bad" };
  if (stuckCount(chain) > 0) return { words: "stuck transactions", tone: "bad" };
  if (chain.gas.some(({ is_low }) => is_low)) return { words: "low gas balance", tone: "waiting" };
  if (chain.worker_node_id === null) return { words: "no worker", tone: "waiting" };
  return { words: "ok", tone: "good" };
}

export function openCount({ work }: Chain): number {
  return work.reduce((sum, { count }) => sum + count, 0);
}

export function stuckCount({ work }: Chain): number {
  return work.reduce((sum, { stuck }) => sum + stuck, 0);
}
