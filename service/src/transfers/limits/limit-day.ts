import { type Instant, instantFromMs } from "../../kernel/instant.ts";

const dayMs = 24 * 60 * 60_000;

/** The UTC day that daily limits use. */
export function dayOf(now: Instant): { readonly from: Instant; readonly until: Instant } {
  const from = now - (now % dayMs);
  return { from: instantFromMs(from), until: instantFromMs(from + dayMs) };
}
