import type { SqlValue } from "./statement.ts";

const special = /["\\]/;
const allSpecial = /["\\]/g;

/**
 * An array in PostgreSQL's text format. The driver's own encoding, which replaces special characters in every member, is
 * most of the cost of a large batch.
 */
export function arrayLiteral(items: Extract<SqlValue, readonly unknown[]>): string {
  if (typeof items[0] === "string") {
    // Without escapes, a JSON array of texts and nulls differs only in its brackets.
    const json = JSON.stringify(items);
    if (!json.includes("\\")) return `{${json.slice(1, -1)}}`;
  }
  return `{${items.map(memberText).join(",")}}`;
}

function memberText(item: Extract<SqlValue, readonly unknown[]>[number]): string {
  if (item === undefined || item === null) return "NULL";
  if (typeof item === "string")
    return special.test(item) ? `"${item.replace(allSpecial, "\\$&")}"` : `"${item}"`;
  if (Buffer.isBuffer(item)) return `"\\\\x${item.toString("hex")}"`;
  return item instanceof Date ? `"${item.toISOString()}"` : String(item);
}
