const minAheadMs = 60_000;

/** The cutoff time, unless it has passed or is about to. */
export function cutoffAhead(cutoffAt: string | null, now: number): string | undefined {
  if (cutoffAt === null) return undefined;
  return Date.parse(cutoffAt) - now < minAheadMs ? undefined : cutoffAt;
}
