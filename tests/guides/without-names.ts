import type { GuideOutput } from "./read-guide.ts";

/** Replaces what differs from run to run. The same name becomes the same number, in every output of one guide. */
export type WithoutNames = (output: GuideOutput) => string;

const names = new RegExp(
  [
    // Of webhooks: where programs on this machine listen, secrets, headers one on each line, and cursors in a stream.
    /\b127\.0\.0\.1:\d{4,5}\b/,
    /(?<="sharedSecret": "|Signing secret: )[\w-]{43}/,
    /(?<=^(?:idempotency-key|webhook-timestamp|webhook-signature|id): ).+$/,
    // Addresses, contracts and transactions; a word that begins with zeros is an amount on a chain.
    /0x(?!0{8})[0-9a-fA-F]{40,64}\b/,
    /\b(?!0x)[0-9A-Za-z]{32,88}\b/,
    // Ids.
    /\b[0-9A-HJKMNP-TV-Z]{26}\b/,
    // At banks: the number and the memo of a virtual account, a masked account number, the references of a wire and of
    // an ACH entry.
    /\b\d{14,15}\b/,
    /\bFLR-\d{10}\b/,
    /\*{4}\d{4}\b/,
    /\b\d{8}[0-9A-Z]{8}\d{6}\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);
const moments = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const durations = /(?<="duration_ms": | after )\d+(?=,$| ms$)/gm;

/**
 * Two runs agree if they have the same text with the same numbers: each name then appears exactly where the other run has
 * its own.
 */
export function createWithoutNames(): WithoutNames {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): string => {
    numbers.set(name, numbers.get(name) ?? numbers.size + 1);
    return `<${numbers.get(name)}>`;
  };
  return ({ language, text }) => {
    const plain = language === "json" ? laidOut(JSON.parse(text)) : text.trim();
    return plain.replace(moments, "<moment>").replace(durations, "<duration>").replace(names, numberOf);
  };
}

/** One form for equal values: fields in the order of their names. */
function laidOut(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (isRecord(inner) ? sorted(inner) : inner), 2);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
