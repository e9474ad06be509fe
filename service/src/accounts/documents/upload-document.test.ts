import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DocumentEnvironment, openDocumentEnvironment } from "../../../test/document-environment.ts";
import { samplePdf } from "../../../test/documents.ts";
import { type Mishap, startBucket, startMischief } from "../../../test/s3.ts";
import { statement } from "../../db/statement.ts";
import { createS3Storage } from "../adapters/s3-storage.ts";
import type { DocumentId } from "./document.ts";
import type { DocumentStorage } from "./storage.ts";

/** A linked document that waits for its upload. */
async function linkOne(env: DocumentEnvironment, bytes = samplePdf(150_000)) {
  const id: DocumentId = await env.stage(bytes);
  const accountId = await env.createAccount();
  await env.link(accountId, [id]);
  const { tenantId } = env.principal;
  return {
    id,
    accountId,
    bytes,
    staged: `staging/${tenantId}/${id}`,
    target: `accounts/${tenantId}/${accountId}/${id}`,
  };
}

/** Fails once for each entry, then works. */
function failing(calls: ("put" | "get" | "remove" | "find" | "put-after")[]) {
  return (storage: DocumentStorage): DocumentStorage => {
    const fails = (call: (typeof calls)[number]): boolean => {
      if (calls[0] !== call) return false;
      calls.shift();
      return true;
    };
    const down = new Error("the storage is down");
    return {
      ...storage,
      put: async (key, bytes) => {
        if (key.startsWith("accounts/") && fails("put")) throw down;
        await storage.put(key, bytes);
        if (key.startsWith("accounts/") && fails("put-after")) throw down;
      },
      get: (key) => {
        if (fails("get")) throw down;
        return storage.get(key);
      },
      find: async (key) => {
        if (fails("find")) throw down;
        return storage.find(key);
      },
      remove: async (key) => {
        if (fails("remove")) throw down;
        return storage.remove(key);
      },
    };
  };
}

test("a linked document is moved to its account's location and opens there", async () => {
  await using env = await openDocumentEnvironment();
  const { id, accountId, bytes, staged, target } = await linkOne(env);
  expect(await env.paths()).toEqual([staged]);
  expect((await env.open(accountId, id)).equals(bytes)).toBe(true);
  await env.work();
  expect(await env.paths()).toEqual([target]);
  expect(await env.states()).toEqual(["stored"]);
  expect((await env.open(accountId, id)).equals(bytes)).toBe(true);
  expect(await env.database.rows(selectActions, [id])).toMatchObject(
    ["document.stage", "document.link", "document.open", "document.store", "document.open"].map((action) => ({
      action,
    })),
  );
});

test.each([
  [["find"]],
  [["get"]],
  [["put"]],
  [["put-after"]],
  [["put", "get", "put-after", "find"]],
] as const)("if the storage fails with %j, the job is retried and completes", async (calls) => {
  await using env = await openDocumentEnvironment(failing([...calls]));
  const { target } = await linkOne(env);
  for (let tries = 0; tries < calls.length; tries += 1) {
    await env.work();
    expect(await env.states()).toEqual(["linked"]);
    env.clock.advance(3_600_000);
    await env.database.run(dueNow);
  }
  await env.work();
  expect(await env.states()).toEqual(["stored"]);
  expect(await env.paths()).toEqual([target]);
  expect(await env.jobs()).toEqual([]);
});

test("a staged copy that cannot be removed is not a failure: the sweep removes it", async () => {
  await using env = await openDocumentEnvironment(failing(["remove"]));
  const { staged, target } = await linkOne(env);
  await env.work();
  expect(await env.states()).toEqual(["stored"]);
  expect(env.storageErrors).toHaveLength(1);
  expect(await env.paths()).toEqual([target, staged].sort());
});

test("a staged copy that was altered is not stored as the document", async () => {
  await using env = await openDocumentEnvironment();
  const { staged, accountId, id } = await linkOne(env);
  const path = join(env.folder, staged);
  const bytes = await readFile(path);
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await env.work();
  expect(await env.states()).toEqual(["linked"]);
  expect(await env.jobs()).toEqual([{ kind: "accounts.upload-document", attempts: 1 }]);
  await expect(env.open(accountId, id)).rejects.toMatchObject({ name: "EnvelopeError" });
});

test("an existing object at the target counts only if it has the right bytes", async () => {
  await using env = await openDocumentEnvironment();
  const { target, accountId, id, bytes, staged } = await linkOne(env);
  const wrong = Buffer.from(await readFile(join(env.folder, staged))).fill(7, 100, 200);
  await env.storage.put(
    target,
    (async function* () {
      yield wrong;
    })(),
  );
  await env.work();
  expect((await env.open(accountId, id)).equals(bytes)).toBe(true);
});

test("over a faulty connection to a bucket, every document arrives intact and nothing else remains", async () => {
  await using bucket = await startBucket();
  await using mischief = await startMischief(bucket);
  const storage = createS3Storage(mischief.settings, { connectMs: 1_000, idleMs: 1_500 });
  await using env = await openDocumentEnvironment(() => storage);
  const documents = [await linkOne(env), await linkOne(env, samplePdf(6_000_000))];
  const faults: readonly Mishap[] = ["fail", "lose-response", "cut", "cut-response", "hang"];
  let requests = 0;
  mischief.decide = () => {
    requests += 1;
    return requests % 3 === 0 ? (faults[(requests / 3) % faults.length] ?? "pass") : "pass";
  };
  for (let tries = 0; tries < 20 && (await env.states()).includes("linked"); tries += 1) {
    await env.work();
    env.clock.advance(3_600_000);
    await env.database.run(dueNow);
  }
  mischief.decide = () => "pass";
  expect(new Set(mischief.seen.map((seen) => seen.split(" ")[1]))).toEqual(new Set(["pass", ...faults]));
  expect(await env.states()).toEqual(["stored", "stored"]);
  for (const { accountId, id, bytes } of documents) {
    expect((await env.open(accountId, id)).equals(bytes)).toBe(true);
  }
  const keys: string[] = [];
  for await (const { key } of storage.list("accounts/")) keys.push(key);
  expect(keys.sort()).toEqual(documents.map(({ target }) => target).sort());
});

test("document content is not readable in the bucket", async () => {
  await using bucket = await startBucket();
  const storage = createS3Storage(bucket.settings);
  await using env = await openDocumentEnvironment(() => storage);
  const { bytes, target } = await linkOne(env);
  await env.work();
  const stored: Buffer[] = [];
  for await (const piece of storage.get(target)) stored.push(piece);
  const all = Buffer.concat(stored);
  for (let at = 0; at < bytes.length; at += 5_000)
    expect(all.includes(bytes.subarray(at, at + 16))).toBe(false);
});

const dueNow = statement(
  "UPDATE jobs SET state = 'ready', run_at = now() - interval '1 year' WHERE state = 'scheduled'",
);
const selectActions = statement("SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id");
