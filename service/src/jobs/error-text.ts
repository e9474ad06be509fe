import type { Json } from "../kernel/canonical-json.ts";

const maxErrorLength = 500;
const maxCauses = 3;
// Shorter values are words such as `usd`, and redacting them would make the text unreadable.
const minQuotedLength = 4;

/** A connection error may contain the full URL, including credentials. */
const credentials = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#@]{1,300}@/gi;

/**
 * The stored text of a job's error: names and messages down the chain of causes, bounded, with every value of the
 * payload redacted. The payload itself is in the row; the text goes to logs and screens.
 */
export function errorText(error: unknown, payload: Json): string {
  const values = [...payloadValues(payload)].sort((left, right) => right.length - left.length);
  // PostgreSQL's text holds no NUL, and an error that cannot be stored would prevent its job from being settled.
  const whole = describeChain(error).replaceAll("\0", "").replaceAll(credentials, "$1[credentials]@");
  const text = values.reduce((kept, value) => kept.replaceAll(value, "[payload]"), whole);
  return text.length <= maxErrorLength ? text : `${text.slice(0, maxErrorLength - 1)}…`;
}

function describeChain(error: unknown): string {
  const parts: string[] = [];
  for (let link = error; link !== undefined && parts.length < maxCauses; ) {
    parts.push(
      link instanceof Error ? `${link.name}: ${link.message}` : "a value that is not an Error was thrown",
    );
    link = link instanceof Error ? link.cause : undefined;
  }
  return parts.join(" <- ");
}

function* payloadValues(value: Json): Generator<string> {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    if (text.length >= minQuotedLength) yield text;
  } else if (value !== null && typeof value === "object") {
    for (const member of Object.values(value)) yield* payloadValues(member as Json);
  }
}
