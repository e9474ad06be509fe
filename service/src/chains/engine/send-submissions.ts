import { assert } from "../../kernel/assert.ts";
import type { BroadcastOutcome } from "../chain.ts";
import { ChainUnavailableError } from "../chain.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency } from "./engine-deps.ts";
import { noteRejected } from "./retry-work.ts";
import { markSubmissionsSent, type Submission } from "./submission-store.ts";

/** Sends stored transactions: new ones, and those to be sent again. */
export async function sendSubmissions(deps: EngineDeps, due: readonly Submission[]): Promise<void> {
  if (due.length === 0) return;
  await deps.database.transaction(async (tx) => {
    await deps.lease.fence(tx);
    await markSubmissionsSent(tx, due, deps.clock.now());
  });
  await deps.checkpoint("marked-sent");
  const outcomes = await eachOf(due, nodeConcurrency, (submission) => send(deps, submission));
  await deps.checkpoint("broadcast");
  const rejected = due.flatMap((submission, place) => {
    const decision = outcomes[place];
    if (decision?.response === "later") {
      deps.report({ type: "held-back", workId: submission.workId, detail: decision.detail });
    }
    return decision?.response === "rejected" ? [{ submission, detail: decision.detail }] : [];
  });
  await noteRejected(deps, rejected);
}

async function send({ chain }: EngineDeps, { bytes }: Submission): Promise<BroadcastOutcome> {
  assert(bytes !== undefined, "only stored transactions are sent");
  try {
    return await chain.broadcast(bytes);
  } catch (error) {
    // Unknown whether it arrived; its status will show.
    if (error instanceof ChainUnavailableError) return { response: "unknown" };
    throw error;
  }
}
