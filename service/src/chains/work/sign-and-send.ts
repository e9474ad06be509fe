import type { Attempt } from "./attempt-store.ts";
import { batchSize, type EngineDeps } from "./engine-deps.ts";
import type { LaneAddresses } from "./lane-addresses.ts";
import { sendAttempts } from "./send-attempts.ts";
import { signAttempts } from "./sign-attempts.ts";

/** So few are signed before the first are on their way, and so many make one transaction of the database. */
const portion = 64;

/**
 * Sends what is stored and due, then signs the rest in portions: while a node takes one portion, the next is signed. A
 * portion is sent when it is stored and the one before it has left, so sequences leave in their order. Answers how many
 * attempts it has dealt with.
 */
export async function signAndSend(
  deps: EngineDeps,
  live: readonly Attempt[],
  { addresses, isDue }: { readonly addresses: LaneAddresses; readonly isDue: (attempt: Attempt) => boolean },
): Promise<number> {
  const stored = live.filter((attempt) => attempt.state === "signed" || isDue(attempt)).slice(0, batchSize);
  const reserved = live.filter(({ state }) => state === "reserved").slice(0, batchSize);
  let sending = startSending(deps, stored);
  try {
    for (let from = 0; from < reserved.length; from += portion) {
      const signed = await signAttempts(deps, reserved.slice(from, from + portion), { live, addresses });
      await sending;
      sending = startSending(deps, signed);
    }
  } finally {
    // Whatever went wrong, nothing is under way any more when the turn ends.
    await Promise.allSettled([sending]);
  }
  await sending;
  return stored.length + reserved.length;
}

/** What goes wrong is thrown where it is waited for, which may be after the next portion was signed. */
function startSending(deps: EngineDeps, due: readonly Attempt[]): Promise<void> {
  const sending = sendAttempts(deps, due);
  sending.catch(() => undefined);
  return sending;
}
