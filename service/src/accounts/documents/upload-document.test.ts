import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DocumentWorld, openDocumentWorld } from "../../../test/document-world.ts";
import { samplePdf } from "../../../test/documents.ts";
import { type Mishap, startBucket, startMischief } from "../../../test/s3.ts";
import { statement } from "../../db/statement.ts";
import { createS3Storage } from "../adapters/s3-storage.ts";
import type { DocumentId } from "./document.ts";
import type { DocumentStorage } from "./storage.ts";

/** A document that is linked and waits for its upload. */
async function linkOne(world: DocumentWorld, bytes = samplePdf(150_000)) {
  const id: DocumentId = await world.stage(bytes);
  const accountId = await world.createAccount();
  await world.link(accountId, [id]);
  const { tenantId } = world.principal;
  return {
    id,
    accountId,
    bytes,
    staged: `staging/${tenantId}/${id}`,
    target: `accounts/${tenantId}/${accountId}/${id}`,
  };
}

/** Fails as told, once for each entry, and then does as it should. */
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

test("a linked document moves to the place of its account, and opens there", async () => {
  await using world = await openDocumentWorld();
  const { id, accountId, bytes, staged, target } = await linkOne(world);
  expect(await world.paths()).toEqual([staged]);
  expect((await world.open(accountId, id)).equals(bytes)).toBe(true);
  await world.work();
  expect(await world.paths()).toEqual([target]);
  expect(await world.states()).toEqual(["stored"]);
  expect((await world.open(accountId, id)).equals(bytes)).toBe(true);
  expect(await world.database.rows(selectActions, [id])).toMatchObject(
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
] as const)("when the storage fails with %j, the job rests and then finishes", async (calls) => {
  await using world = await openDocumentWorld(failing([...calls]));
  const { target } = await linkOne(world);
  for (let tries = 0; tries < calls.length; tries += 1) {
    await world.work();
    expect(await world.states()).toEqual(["linked"]);
    world.clock.advance(3_600_000);
    await world.database.run(dueNow);
  }
  await world.work();
  expect(await world.states()).toEqual(["stored"]);
  expect(await world.paths()).toEqual([target]);
  expect(await world.jobs()).toEqual([]);
});

test("a staged copy that cannot be removed is no failure: the sweep takes it", async () => {
  await using world = await openDocumentWorld(failing(["remove"]));
  const { staged, target } = await linkOne(world);
  await world.work();
  expect(await world.states()).toEqual(["stored"]);
  expect(world.storageErrors).toHaveLength(1);
  expect(await world.paths()).toEqual([target, staged].sort());
});

test("a staged copy that was changed is not passed on as the document", async () => {
  await using world = await openDocumentWorld();
  const { staged, accountId, id } = await linkOne(world);
  const path = join(world.folder, staged);
  const bytes = await readFile(path);
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await world.work();
  expect(await world.states()).toEqual(["linked"]);
  expect(await world.jobs()).toEqual([{ kind: "accounts.upload-document", attempts: 1 }]);
  await expect(world.open(accountId, id)).rejects.toMatchObject({ name: "EnvelopeError" });
});

test("what lies in the target's place already counts only if it is the right thing", async () => {
  await using world = await openDocumentWorld();
  const { target, accountId, id, bytes, staged } = await linkOne(world);
  const wrong = Buffer.from(await readFile(join(world.folder, staged))).fill(7, 100, 200);
  await world.storage.put(
    target,
    (async function* () {
      yield wrong;
    })(),
  );
  await world.work();
  expect((await world.open(accountId, id)).equals(bytes)).toBe(true);
});

test("over a bad line to a bucket, every document arrives whole and nothing else stays", async () => {
  await using bucket = await startBucket();
  await using mischief = await startMischief(bucket);
  const storage = createS3Storage(mischief.settings, { connectMs: 1_000, idleMs: 1_500 });
  await using world = await openDocumentWorld(() => storage);
  const documents = [await linkOne(world), await linkOne(world, samplePdf(6_000_000))];
  const mishaps: readonly Mishap[] = ["fail", "lose-answer", "cut", "cut-answer", "hang"];
  let requests = 0;
  mischief.decide = () => {
    requests += 1;
    return requests % 3 === 0 ? (mishaps[(requests / 3) % mishaps.length] ?? "pass") : "pass";
  };
  for (let tries = 0; tries < 20 && (await world.states()).includes("linked"); tries += 1) {
    await world.work();
    world.clock.advance(3_600_000);
    await world.database.run(dueNow);
  }
  mischief.decide = () => "pass";
  expect(new Set(mischief.seen.map((seen) => seen.split(" ")[1]))).toEqual(new Set(["pass", ...mishaps]));
  expect(await world.states()).toEqual(["stored", "stored"]);
  for (const { accountId, id, bytes } of documents) {
    expect((await world.open(accountId, id)).equals(bytes)).toBe(true);
  }
  const keys: string[] = [];
  for await (const { key } of storage.list("accounts/")) keys.push(key);
  expect(keys.sort()).toEqual(documents.map(({ target }) => target).sort());
});

test("nothing of a document can be read in the bucket", async () => {
  await using bucket = await startBucket();
  const storage = createS3Storage(bucket.settings);
  await using world = await openDocumentWorld(() => storage);
  const { bytes, target } = await linkOne(world);
  await world.work();
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
