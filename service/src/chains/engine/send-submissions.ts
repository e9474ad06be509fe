import { assert } from "../../kernel/assert.ts";
import type { BroadcastOutcome } from "../chain.ts";
import { ChainUnavailableError } from "../chain.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency } from "./engine-deps.ts";
import { noteRejected } from "./retry-work.ts";
import { markSubmissionsSent, type Submission, submissionName } from "./submission-store.ts";

/** Sends stored transactions again, and those that were stored but not sent. */
export async function sendSubmissions(deps: EngineDeps, due: readonly Submission[]): Promise<void> {
  if (due.length === 0) return;
  const marked = await deps.database.transaction(async (tx) => {
    await deps.lease.fence(tx);
    const sentAt = deps.clock.now();
    return markSubmissionsSent(
      tx,
      due.map((submission) => ({ ...submission, sentAt })),
    );
  });
  const bytesOf = new Map(
    marked.map((sent) => {
      assert(sent.bytes !== undefined, "only stored transactions are sent");
      return [submissionName(sent), sent.bytes];
    }),
  );
  const stored = due.flatMap((submission) => {
    const bytes = bytesOf.get(submissionName(submission));
    // A transaction that was adopted after a restore has no bytes: it is on the chain.
    return bytes === undefined || bytes.length === 0 ? [] : [{ submission, bytes }];
  });
  await broadcastSubmissions(deps, stored);
}

/** A submission that is stored as sent. */
export interface StoredSubmission {
  readonly submission: Submission;
  readonly bytes: Uint8Array;
}

export async function broadcastSubmissions(
  deps: EngineDeps,
  stored: readonly StoredSubmission[],
): Promise<void> {
  if (stored.length === 0) return;
  await deps.checkpoint("marked-sent");
  const outcomes = await eachOf(stored, nodeConcurrency, ({ bytes }) => send(deps, bytes));
  await deps.checkpoint("broadcast");
  const rejected = stored.flatMap(({ submission }, place) => {
    const decision = outcomes[place];
    if (decision?.response === "later") {
      deps.report({ type: "held-back", workId: submission.workId, detail: decision.detail });
    }
    return decision?.response === "rejected" ? [{ submission, detail: decision.detail }] : [];
  });
  await noteRejected(deps, rejected);
}

async function send({ chain }: EngineDeps, bytes: Uint8Array): Promise<BroadcastOutcome> {
  try {
    return await chain.broadcast(bytes);
  } catch (error) {
    // Unknown whether it arrived; its status will show.
    if (error instanceof ChainUnavailableError) return { response: "unknown" };
    throw error;
  }
}
