const turnsOf = new Map<string, number>();

/** Counts a turn of a poll loop. The counts are of the process, like its CPU time, so no loop has to pass them on. */
export function countTurn(loop: string): void {
  turnsOf.set(loop, (turnsOf.get(loop) ?? 0) + 1);
}

/** Turns of each poll loop since the process started. */
export function pollTurns(): ReadonlyMap<string, number> {
  return turnsOf;
}
