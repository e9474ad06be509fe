import type { WakeUp } from "../../db/wake-up.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { ChainWork } from "./chain-work.ts";
import { insertWork, selectProgress } from "./work-store.ts";

export const workTopic = "chain-work";

export function createChainWork({
  clock,
  wakeUp,
}: {
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}): ChainWork {
  return {
    enqueue: async (tx, work) => {
      if (work.length === 0) return;
      await insertWork(tx, work, clock.now());
      tx.afterCommit(() => wakeUp.nudge(workTopic));
    },
    progress: (session, ids) =>
      ids.length === 0 ? Promise.resolve(new Map()) : selectProgress(session, ids),
  };
}
