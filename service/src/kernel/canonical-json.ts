import { assert } from "./assert.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One text per value, in the spirit of RFC 8785: keys sorted by UTF-16 code unit, no white space. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") {
    assert(typeof value !== "number" || Number.isFinite(value), "JSON cannot represent this number");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as Json)).join(",")}]`;
  const members = Object.entries(value as { readonly [key: string]: Json })
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
