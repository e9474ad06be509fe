/**
 * What a turn of work found:
 * - `again`: there is more work, so the next turn follows at once.
 * - `soon`: work is in progress elsewhere, so look again after the poll interval.
 * - `wait`: there was nothing to do.
 * - `dueInMs`: there is nothing to do until then.
 */
export type Turn = "again" | "soon" | "wait" | { readonly dueInMs: number };

export interface PollPace {
  /** Pause between two turns while there is work. */
  readonly pollMs: number;
  /** The longest pause while there is none, in case a wake-up gets lost. Default: `pollMs`, so no backoff. */
  readonly idleMs?: number | undefined;
}

/** Doublings after which any sensible ceiling is reached. */
const maxDoublings = 20;

/**
 * Pause after a turn; `idleTurns` is the number of turns before it, since the last work or wake-up, that found nothing.
 * It doubles up to the ceiling and never passes a due time.
 */
export function pauseAfterTurn(turn: Turn, idleTurns: number, { pollMs, idleMs = pollMs }: PollPace): number {
  const ceilingMs = Math.max(pollMs, idleMs);
  if (turn === "again") return 0;
  if (turn === "soon") return pollMs;
  if (turn === "wait") return Math.min(ceilingMs, pollMs * 2 ** Math.min(idleTurns, maxDoublings));
  // Work that is due and was not done now, perhaps because another node does it, must not keep this loop busy.
  return turn.dueInMs > 0 ? Math.min(ceilingMs, turn.dueInMs) : pollMs;
}
