import { groupedDecimal } from "./grouped-decimal.ts";

interface RequestFact {
  readonly label: string;
  readonly value: string;
}

/** What a request does, for `Facts`: the thousands of its amount are grouped. */
export function requestFacts(
  facts: readonly RequestFact[],
): readonly (readonly [label: string, value: string])[] {
  return facts.map(({ label, value }) => [
    label,
    label === "Amount" ? value.replace(/^\S+/, groupedDecimal) : value,
  ]);
}
