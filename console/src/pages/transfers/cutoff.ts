const worthSayingMs = 60_000;

/** Until when something can be done, unless that is as good as now. */
export function cutoffAhead(cutoffAt: string | null, now: number): string | undefined {
  if (cutoffAt === null) return undefined;
  return Date.parse(cutoffAt) - now < worthSayingMs ? undefined : cutoffAt;
}
