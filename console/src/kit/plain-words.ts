import { paymentTypeWords } from "./transfer-type-words.ts";

const acronyms: ReadonlySet<string> = new Set(["api", "iso", "usd"]);

/** Converts an API name to words: `ach_return` becomes "ACH return". */
export function plainWords(name: string): string {
  return name
    .toLowerCase()
    .split(/[_.\s-]+/)
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : (paymentTypeWords(word) ?? word)))
    .join(" ");
}
