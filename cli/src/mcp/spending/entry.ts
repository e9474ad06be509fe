import { unitsOf } from "./amount.ts";

/** A line of the journal. */
export type Entry = ReservedEntry | OutcomeEntry;

/** Written before a request is sent. */
export interface ReservedEntry {
  readonly type: "reserved";
  /** Of this line; a key has several if its request is repeated. */
  readonly id: string;
  readonly key: string;
  /** Digest of the request: a repeated one must be the same. */
  readonly request: string;
  readonly at: string;
  readonly amount: string;
  readonly limit: string;
  readonly per_day: boolean;
}

/** Written once the outcome is known. Only a rejected request no longer counts. */
export interface OutcomeEntry {
  readonly type: "accepted" | "awaiting_approval" | "rejected";
  readonly key: string;
}

/** Undefined for what this program did not write: then no decision is safe. */
export function readEntry(line: string): Entry | undefined {
  const value = parsed(line) as Partial<Record<string, unknown>> | null | undefined;
  if (typeof value !== "object" || value === null || typeof value["key"] !== "string") return undefined;
  const isOutcome = ["accepted", "awaiting_approval", "rejected"].includes(String(value["type"]));
  return isOutcome || isReserved(value) ? (value as unknown as Entry) : undefined;
}

function isReserved(value: Partial<Record<string, unknown>>): boolean {
  const texts = [value["id"], value["request"], value["at"]];
  return (
    value["type"] === "reserved" &&
    texts.every((text) => typeof text === "string") &&
    unitsOf(value["amount"]) !== undefined &&
    unitsOf(value["limit"]) !== undefined &&
    typeof value["per_day"] === "boolean"
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
