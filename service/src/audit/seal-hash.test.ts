import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { TenantId } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import type { AuditEntryId, RecordedEntry } from "./audit-entry.ts";
import { digestEntry, entryText } from "./entry-digest.ts";
import { chainStart, hashSeal, sealText } from "./seal-hash.ts";

const entry: RecordedEntry = {
  id: "01M7FS4PGXM1WXZF7M2AR0CFDQ" as AuditEntryId,
  at: instantFromMs(1_794_744_000_000),
  tenantId: "01M7FV22NEAATN7E6T0E9G4SKX" as TenantId,
  network: "testnet",
  accountId: undefined,
  actor: { type: "operator", name: "ada" },
  requestId: undefined,
  action: "application.revoke",
  subject: { type: "application", id: "01M7FS4DS2JBMYX9S5SH3QA2ZT" },
  before: undefined,
  after: { revoked: true, name: "Ü" },
};

// Seals of existing logs have these hashes: they never change.
test("the hashed texts are JSON that can be recomputed by hand", () => {
  expect(entryText(entry)).toBe(
    '["florin-audit-entry-1","01M7FV22NEAATN7E6T0E9G4SKX","01M7FS4PGXM1WXZF7M2AR0CFDQ",1794744000000,"testnet",null,' +
      '"operator","ada",null,"application.revoke","application","01M7FS4DS2JBMYX9S5SH3QA2ZT",null,' +
      '{"name":"Ü","revoked":true}]',
  );
  const digest = digestEntry(entry);
  expect(digest).toEqual(createHash("sha256").update(entryText(entry)).digest());
  const seal = {
    sequence: 7n,
    at: entry.at,
    sealedAt: instantFromMs(1_794_744_000_250),
    entryIds: [entry.id],
    digests: [digest],
  };
  const text =
    '["florin-audit-1","01M7FV22NEAATN7E6T0E9G4SKX","7",1794744000000,1794744000250,' +
    `[["01M7FS4PGXM1WXZF7M2AR0CFDQ","${digest.toString("hex")}"]]]`;
  expect(sealText("01M7FV22NEAATN7E6T0E9G4SKX", seal)).toBe(text);
  const expected = createHash("sha256").update(Buffer.alloc(32)).update(text).digest();
  expect(hashSeal("01M7FV22NEAATN7E6T0E9G4SKX", chainStart.hash, seal)).toEqual(expected);
});

test("the log of the platform has its own chain", () => {
  expect(entryText({ ...entry, tenantId: undefined })).toContain('["florin-audit-entry-1","platform",');
});
