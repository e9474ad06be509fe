import { hash } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { chainOf, nameOfActor, type RecordedEntry } from "./audit-entry.ts";

/** SHA-256 over the full content of an entry. */
export function digestEntry(entry: RecordedEntry): Buffer {
  return hash("sha256", entryText(entry), "buffer");
}

/** The hashed text: canonical JSON with members in this order, so that it can be recomputed by hand. */
export function entryText(entry: RecordedEntry): string {
  const { id, at, tenantId, network, accountId, actor, requestId, action, subject, before, after } = entry;
  const head = JSON.stringify([
    "florin-audit-entry-1",
    chainOf(tenantId),
    id,
    at,
    network ?? null,
    accountId ?? null,
    actor.type,
    nameOfActor(actor),
    requestId ?? null,
    action,
    subject.type,
    subject.id,
  ]);
  // Every change pays for this text. Only the fields need sorting, so the rest is serialized at once.
  return `${head.slice(0, -1)},${canonicalJson(before ?? null)},${canonicalJson(after ?? null)}]`;
}
