import { assert } from "../../kernel/assert.ts";
import type { ChainOperation } from "../chain.ts";

/** An operation as stored: units as text, because JSON numbers cannot represent them exactly. */
export function operationToJson(operation: ChainOperation): string {
  return JSON.stringify(operation, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** Reads what `operationToJson` wrote; only the format of the units is checked. */
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
