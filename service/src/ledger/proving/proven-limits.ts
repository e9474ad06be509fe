/** What a balance may be: available never below the minimum, posted never above the maximum. */
export interface ProvenLimits {
  readonly minimum?: bigint;
  readonly maximum?: bigint;
}

// Written down a second time, and not taken from the code that writes: a limit that is lost there must show here.
const limitsByKind: ReadonlyMap<string, ProvenLimits> = new Map([
  ["wallet", { minimum: 0n }],
  ["supply", {}],
  ["external", {}],
  ["reserve", {}],
  ["clearing", {}],
  ["treasury", { minimum: 0n }],
  ["suspense", { minimum: 0n }],
  ["fees", { minimum: 0n }],
  ["receivable", { maximum: 0n }],
]);

/** Undefined for a kind that there is none of. */
export function provenLimits(kind: string): ProvenLimits | undefined {
  return limitsByKind.get(kind);
}
