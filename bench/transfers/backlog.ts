/** What workers have not done yet. */
export interface Backlog {
  /** Events that no consumer has seen. */
  readonly events: number;
  /** Webhook deliveries that were not sent. */
  readonly deliveries: number;
}

/** The backlog of the last third is at most one second's transfers larger than that of the middle third. */
export function isFlat(backlog: readonly Backlog[], perSecond: number): boolean {
  const third = Math.floor(backlog.length / 3);
  const meanOf = (part: readonly Backlog[]): number =>
    part.reduce((sum, { events, deliveries }) => sum + events + deliveries, 0) / part.length;
  return meanOf(backlog.slice(-third)) - meanOf(backlog.slice(third, -third)) <= perSecond;
}
