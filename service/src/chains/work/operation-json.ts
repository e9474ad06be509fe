import { assert } from "../../kernel/assert.ts";
import type { ChainOperation } from "../chain.ts";

/** An operation as it is stored: units in text, because JSON has no whole numbers of that size. */
export function operationToJson(operation: ChainOperation): string {
  return JSON.stringify(operation, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** Reads what `operationToJson` wrote; the table is ours, so only the shape of the units can be wrong. */
export function operationFromJson(stored: object): ChainOperation {
  if ("units" in stored) {
    assert(
      typeof stored.units === "string" && /^\d+$/.test(stored.units),
      "a stored operation has whole units",
    );
    return { ...stored, units: BigInt(stored.units) } as ChainOperation;
  }
  return stored as ChainOperation;
}
