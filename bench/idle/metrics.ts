const sample = /^florin_poll_turns_total\{loop="([^"]*)"\} (\S+)$/;

/** Turns of each poll loop so far, from metrics in the Prometheus text format. */
export function parsePollTurns(metrics: string): ReadonlyMap<string, number> {
  const turns = new Map<string, number>();
  for (const line of metrics.split("\n")) {
    const [, loop, count] = sample.exec(line) ?? [];
    if (loop !== undefined) turns.set(loop, Number(count));
  }
  return turns;
}
