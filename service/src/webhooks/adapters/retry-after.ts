import type { Instant } from "../../kernel/instant.ts";

/** Parses `Retry-After` (RFC 9110 §10.2.3): seconds, or a date in one of the three formats of RFC 9110 §5.6.7. */
export function retryAfterMs(value: string, now: Instant): number | undefined {
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!dateForms.some((form) => form.test(text))) return undefined;
  // The oldest format has no zone, and means GMT too.
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const dateForms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
