import { randomBytes } from "node:crypto";
import { copyFile, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type DocumentWorld, openDocumentWorld, testCause } from "../../../test/document-world.ts";
import { samplePdf } from "../../../test/documents.ts";
import { eventually } from "../../../test/eventually.ts";
import { statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import type { DocumentId } from "./document.ts";
import { openDocument } from "./open-document.ts";
import { resealDocumentKeys } from "./reseal-documents.ts";

async function linkedDocument(world: DocumentWorld) {
  const bytes = samplePdf(200_000);
  const id: DocumentId = await world.stage(bytes);
  const accountId = await world.createAccount();
  await world.link(accountId, [id]);
  await world.work();
  return {
    id,
    accountId,
    bytes,
    path: join(world.folder, "accounts", world.principal.tenantId, accountId, id),
  };
}

test("a document that was changed, cut off or swapped in the storage does not open", async () => {
  await using world = await openDocumentWorld();
  const [one, other] = [await linkedDocument(world), await linkedDocument(world)];
  const sealed = await readFile(one.path);
  const damages = [
    () =>
      writeFile(one.path, Buffer.concat([sealed.subarray(0, 5_000), Buffer.of(0), sealed.subarray(5_001)])),
    () => truncate(one.path, sealed.length - 1),
    () => truncate(one.path, 8 + 2 * (65_536 + 16)),
    () => copyFile(other.path, one.path),
  ];
  for (const damage of damages) {
    await writeFile(one.path, sealed);
    expect((await world.open(one.accountId, one.id)).equals(one.bytes)).toBe(true);
    await damage();
    await expect(world.open(one.accountId, one.id)).rejects.toMatchObject({ name: "EnvelopeError" });
  }
});

test("it opens for the account that it is linked to, and is recorded each time", async () => {
  await using world = await openDocumentWorld();
  const { id, accountId } = await linkedDocument(world);
  const notFound = { refusal: { code: "not_found" } };
  await expect(world.open(await world.createAccount(), id)).rejects.toMatchObject(notFound);
  await expect(world.open(accountId, await world.stage())).rejects.toMatchObject(notFound);
  await expect(world.open(accountId, world.newId<"document">())).rejects.toMatchObject(notFound);
  expect(await world.database.rows(selectOpened)).toEqual([]);
  await world.open(accountId, id);
  expect(await world.database.rows(selectOpened)).toEqual([{ subject_id: id, account_id: accountId }]);
});

test("whoever stops reading early leaves no file open", async () => {
  await using world = await openDocumentWorld();
  const { id, accountId } = await linkedDocument(world);
  let isClosed = false;
  const documentStorage = {
    ...world.storage,
    get: async function* (key: string) {
      try {
        yield* world.storage.get(key);
      } finally {
        isClosed = true;
      }
    },
  };
  const { tenantId } = world.principal;
  const request = { tenantId, accountId, documentId: id, cause: testCause };
  const { bytes } = await openDocument({ ...world, documentStorage }, world.database, request);
  expect(bytes).toBeInstanceOf(Readable);
  for await (const _ of bytes) break;
  await eventually(() => expect(isClosed).toBe(true));
});

test("after resealing a document opens without the previous master key", async () => {
  await using world = await openDocumentWorld();
  const { id, accountId, bytes } = await linkedDocument(world);
  for (let index = 0; index < 4; index += 1) await world.stage();
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const { newId, clock, database } = world;
  const keyRing = {
    current: createKeyRing(next).current,
    previous: [world.keyRing.current, createKeyRing(old).current],
  };
  const deps = { newId, clock, database, keyRing };
  expect(await resealDocumentKeys(deps, { cause: testCause, batchSize: 2 })).toBe(5);
  expect(await resealDocumentKeys(deps, { cause: testCause, batchSize: 2 })).toBe(0);
  const request = { tenantId: world.principal.tenantId, accountId, documentId: id, cause: testCause };
  const alone = { ...world, keyRing: createKeyRing(next), documentStorage: world.storage };
  const opened = await openDocument(alone, database, request);
  expect(Buffer.concat(await opened.bytes.toArray()).equals(bytes)).toBe(true);
});

const selectOpened = statement("SELECT subject_id, account_id FROM audit_log WHERE action = 'document.open'");
