import { assert } from "../../kernel/assert.ts";
import type { BroadcastVerdict } from "../chain.ts";
import { ChainUnavailableError } from "../chain.ts";
import { type Attempt, markAttemptsSent } from "./attempt-store.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency } from "./engine-deps.ts";
import { noteRejected } from "./give-up.ts";

/** Sends what is stored: what was never sent, and what the watch wants sent again. */
export async function sendAttempts(deps: EngineDeps, due: readonly Attempt[]): Promise<void> {
  if (due.length === 0) return;
  await deps.database.transaction(async (tx) => {
    await deps.lease.fence(tx);
    await markAttemptsSent(tx, due, deps.clock.now());
  });
  await deps.checkpoint("marked-sent");
  const verdicts = await eachOf(due, nodeConcurrency, (attempt) => send(deps, attempt));
  await deps.checkpoint("broadcast");
  const rejected = due.flatMap((attempt, place) => {
    const verdict = verdicts[place];
    if (verdict?.answer === "later") {
      deps.report({ type: "held-back", workId: attempt.workId, detail: verdict.detail });
    }
    return verdict?.answer === "rejected" ? [{ attempt, detail: verdict.detail }] : [];
  });
  await noteRejected(deps, rejected);
}

async function send({ chain }: EngineDeps, { bytes }: Attempt): Promise<BroadcastVerdict> {
  assert(bytes !== undefined, "only what is stored is sent");
  try {
    return await chain.broadcast(bytes);
  } catch (error) {
    // Nobody can say whether it arrived; the status will.
    if (error instanceof ChainUnavailableError) return { answer: "unknown" };
    throw error;
  }
}
