import { createHash } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { chainOf, nameOfActor, type RecordedEntry } from "./audit-entry.ts";

/** SHA-256 over the full content of an entry. */
export function digestEntry(entry: RecordedEntry): Buffer {
  return createHash("sha256").update(entryText(entry)).digest();
}

/** The hashed text: canonical JSON with members in this order, so that it can be recomputed by hand. */
export function entryText(entry: RecordedEntry): string {
  const { id, at, tenantId, network, accountId, actor, requestId, action, subject, before, after } = entry;
  return canonicalJson([
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
    before ?? null,
    after ?? null,
  ]);
}
