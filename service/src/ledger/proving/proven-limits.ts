/** Limits of a balance: available never below the minimum, posted never above the maximum. */
export interface ProvenLimits {
  readonly minimum?: bigint;
  readonly maximum?: bigint;
}

// Deliberately a second copy: a limit that is lost in the writer must be found here.
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
  ["expense", {}],
]);

/** Undefined for an unknown kind. */
export function provenLimits(kind: string): ProvenLimits | undefined {
  return limitsByKind.get(kind);
}
