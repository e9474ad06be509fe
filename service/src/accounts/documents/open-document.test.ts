import { randomBytes } from "node:crypto";
import { copyFile, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  type DocumentEnvironment,
  openDocumentEnvironment,
  testCause,
} from "../../../test/document-environment.ts";
import { samplePdf } from "../../../test/documents.ts";
import { eventually } from "../../../test/eventually.ts";
import { rewrapTable } from "../../../test/rewrap-table.ts";
import { statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { documents } from "../tables.ts";
import type { DocumentId } from "./document.ts";
import { openDocument } from "./open-document.ts";

async function linkedDocument(env: DocumentEnvironment) {
  const bytes = samplePdf(200_000);
  const id: DocumentId = await env.stage(bytes);
  const accountId = await env.createAccount();
  await env.link(accountId, [id]);
  await env.work();
  return {
    id,
    accountId,
    bytes,
    path: join(env.folder, "accounts", env.principal.tenantId, accountId, id),
  };
}

test("a document that was altered, truncated or swapped in the storage does not open", async () => {
  await using env = await openDocumentEnvironment();
  const [one, other] = [await linkedDocument(env), await linkedDocument(env)];
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
    expect((await env.open(one.accountId, one.id)).equals(one.bytes)).toBe(true);
    await damage();
    await expect(env.open(one.accountId, one.id)).rejects.toMatchObject({ name: "EnvelopeError" });
  }
});

test("a document opens for the account it is linked to, and each access is recorded", async () => {
  await using env = await openDocumentEnvironment();
  const { id, accountId } = await linkedDocument(env);
  const notFound = { refusal: { code: "not_found" } };
  await expect(env.open(await env.createAccount(), id)).rejects.toMatchObject(notFound);
  await expect(env.open(accountId, await env.stage())).rejects.toMatchObject(notFound);
  await expect(env.open(accountId, env.newId<"document">())).rejects.toMatchObject(notFound);
  expect(await env.database.rows(selectOpened)).toEqual([]);
  await env.open(accountId, id);
  expect(await env.database.rows(selectOpened)).toEqual([{ subjectId: id, accountId }]);
});

test("a reader that stops early leaves no file open", async () => {
  await using env = await openDocumentEnvironment();
  const { id, accountId } = await linkedDocument(env);
  let isClosed = false;
  const documentStorage = {
    ...env.storage,
    get: async function* (key: string) {
      try {
        yield* env.storage.get(key);
      } finally {
        isClosed = true;
      }
    },
  };
  const { tenantId } = env.principal;
  const request = { tenantId, accountId, documentId: id, cause: testCause };
  const { bytes } = await openDocument({ ...env, documentStorage }, env.database, request);
  expect(bytes).toBeInstanceOf(Readable);
  for await (const _ of bytes) break;
  await eventually(() => expect(isClosed).toBe(true));
});

test("after a rewrap a document opens without the previous master key", async () => {
  await using env = await openDocumentEnvironment();
  const { id, accountId, bytes } = await linkedDocument(env);
  for (let index = 0; index < 4; index += 1) await env.stage();
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const { newId, clock, database } = env;
  const keyRing = {
    current: createKeyRing(next).current,
    previous: [env.keyRing.current, createKeyRing(old).current],
  };
  const deps = { newId, clock, database, keyRing };
  expect(await rewrapTable(deps, documents)).toBe(5);
  expect(await rewrapTable(deps, documents)).toBe(0);
  const request = { tenantId: env.principal.tenantId, accountId, documentId: id, cause: testCause };
  const alone = { ...env, keyRing: createKeyRing(next), documentStorage: env.storage };
  const opened = await openDocument(alone, database, request);
  expect(Buffer.concat(await opened.bytes.toArray()).equals(bytes)).toBe(true);
});

const selectOpened = statement("SELECT subject_id, account_id FROM audit_log WHERE action = 'document.open'");
