import { batchSize, type EngineDeps, maxLive, portionSize } from "./engine-deps.ts";
import { reserveWork } from "./reserve-work.ts";
import { sendSubmissions } from "./send-submissions.ts";
import type { SenderQueueAddresses } from "./sender-queue-addresses.ts";
import { signSubmissions } from "./sign-submissions.ts";
import { type Submission, selectLiveSubmissions } from "./submission-store.ts";

/** Maximum number of portions before submissions are watched again. */
const maxPortions = batchSize / portionSize;

/**
 * Sends what is stored and due, then submits queued operations in portions: while one portion is sent, the next is
 * checked and signed. A portion is sent when it is stored and the previous one has been sent, so nonces are sent in
 * order. Returns whether there was anything to do.
 */
export async function pushWork(
  deps: EngineDeps,
  addresses: SenderQueueAddresses,
  isDue: (submission: Submission) => boolean,
): Promise<boolean> {
  let live = await readLive(deps);
  const stored = live
    .filter((submission) => submission.state === "signed" || isDue(submission))
    .slice(0, batchSize);
  let hasPushed = stored.length > 0;
  let sending = startSending(deps, stored);
  try {
    for (let portion = 0; portion < maxPortions; portion += 1) {
      const reserved = live.length < maxLive ? await reserveWork(deps, live, addresses) : 0;
      if (reserved > 0) live = await readLive(deps);
      const unsigned = live.filter(({ state }) => state === "reserved").slice(0, portionSize);
      if (reserved + unsigned.length === 0) break;
      hasPushed = true;
      const signed = await signSubmissions(deps, unsigned, { live, addresses });
      await sending;
      sending = startSending(deps, signed);
      live = await readLive(deps);
    }
  } finally {
    // Even after an error, no request is in flight when the turn ends.
    await Promise.allSettled([sending]);
  }
  await sending;
  return hasPushed;
}

function readLive({ database, chain }: EngineDeps): Promise<readonly Submission[]> {
  return selectLiveSubmissions(database, chain.key, maxLive);
}

/** Errors are thrown where the promise is awaited, which may be after the next portion was signed. */
function startSending(deps: EngineDeps, due: readonly Submission[]): Promise<void> {
  const sending = sendSubmissions(deps, due);
  sending.catch(() => undefined);
  return sending;
}
