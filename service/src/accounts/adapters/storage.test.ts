import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DataFolder, makeDataFolder } from "../../../test/data-folder.ts";
import { pathsBelow } from "../../../test/documents.ts";
import { type Bucket, startBucket } from "../../../test/s3.ts";
import { instantFromMs, systemClock } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";
import { type DocumentStorage, MissingObjectError } from "../documents/storage.ts";
import { createFolderStorage } from "./folder-storage.ts";
import { createS3Storage } from "./s3-storage.ts";

let folder: DataFolder;
let bucket: Bucket;

beforeAll(async () => {
  folder = await makeDataFolder();
  bucket = await startBucket();
});

afterAll(async () => {
  await bucket[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function* inPieces(bytes: Buffer, size = 60_000): ByteStream {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* brokenAfter(bytes: Buffer): ByteStream {
  yield* inPieces(bytes);
  throw new Error("the source failed");
}

async function collect(stream: ByteStream): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const bytes of stream) all.push(bytes);
  return Buffer.concat(all);
}

async function keysOf(storage: DocumentStorage, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe.each([
  ["a folder", () => createFolderStorage(join(folder.path, "documents"))],
  [
    "a folder with a relative path",
    () => createFolderStorage(relative(process.cwd(), join(folder.path, "other"))),
  ],
  ["a bucket", () => createS3Storage(bucket.settings)],
])("storage: %s", (_name, create) => {
  let storage: DocumentStorage;
  beforeAll(() => {
    storage = create();
  });

  test.each([0, 1, 5 * 1024 * 1024, 5 * 1024 * 1024 + 1, 12_000_000])(
    "returns %i bytes unchanged",
    async (size) => {
      const bytes = randomBytes(size);
      await storage.put(`staging/sizes/${size}`, inPieces(bytes));
      expect(sha256(await collect(storage.get(`staging/sizes/${size}`)))).toBe(sha256(bytes));
      const found = await storage.find(`staging/sizes/${size}`);
      expect(found).toMatchObject({ key: `staging/sizes/${size}`, size });
      expect(Math.abs((found?.modifiedAt ?? 0) - systemClock.now())).toBeLessThan(60_000);
    },
  );

  test("a repeated put replaces the object", async () => {
    for (const size of [7_000_000, 3]) await storage.put("staging/again/1", inPieces(randomBytes(size)));
    expect((await storage.find("staging/again/1"))?.size).toBe(3);
  });

  test.each([100, 5_500_000])(
    "a source that fails after %i bytes leaves nothing, or the previous object",
    async (size) => {
      const key = `staging/broken/${size}`;
      await expect(storage.put(key, brokenAfter(randomBytes(size)))).rejects.toThrow("the source failed");
      expect(await storage.find(key)).toBeUndefined();
      await storage.put(key, inPieces(Buffer.from("before")));
      await expect(storage.put(key, brokenAfter(randomBytes(size)))).rejects.toThrow("the source failed");
      expect((await collect(storage.get(key))).toString()).toBe("before");
    },
  );

  test("a nonexistent object is missing, and removing it is idempotent", async () => {
    expect(await storage.find("staging/none/1")).toBeUndefined();
    await expect(collect(storage.get("staging/none/1"))).rejects.toBeInstanceOf(MissingObjectError);
    await storage.put("staging/none/1", inPieces(Buffer.from("x")));
    for (let times = 0; times < 3; times += 1) await storage.remove("staging/none/1");
    expect(await storage.find("staging/none/1")).toBeUndefined();
  });

  test("returns only keys with the prefix", async () => {
    expect(await keysOf(storage, "nowhere/")).toEqual([]);
    for (const key of ["folder/a/1", "folder/a/2", "folder/b/1", "other/a/1"]) {
      await storage.put(key, inPieces(Buffer.from(key)));
    }
    expect(await keysOf(storage, "folder/")).toEqual(["folder/a/1", "folder/a/2", "folder/b/1"]);
  });

  test("concurrent puts do not interfere", async () => {
    const all = Array.from({ length: 10 }, (_, index) => ({
      key: `many/at/${index}`,
      bytes: randomBytes(100_000),
    }));
    await Promise.all(all.map(({ key, bytes }) => storage.put(key, inPieces(bytes))));
    for (const { key, bytes } of all) expect((await collect(storage.get(key))).equals(bytes)).toBe(true);
  });

  test.each([
    "../outside",
    "staging/../../x",
    "/etc/passwd",
    "staging/a b",
    "staging/.hidden",
    "staging",
    "",
    "staging/a\0b",
    "s%2f/x",
  ])("%j is not a valid key", async (key) => {
    const invalidKey = /invalid key of the document storage/;
    await expect((async () => storage.put(key, inPieces(Buffer.from("x"))))()).rejects.toThrow(invalidKey);
    await expect((async () => collect(storage.get(key)))()).rejects.toThrow(invalidKey);
    await expect((async () => storage.find(key))()).rejects.toThrow(invalidKey);
    await expect((async () => storage.remove(key))()).rejects.toThrow(invalidKey);
  });

  test("removing leftovers removes no object", async () => {
    await storage.put("staging/kept/1", inPieces(Buffer.from("x")));
    await storage.removeLeftovers(
      instantFromMs(systemClock.now() + 86_400_000),
      new AbortController().signal,
    );
    expect((await storage.find("staging/kept/1"))?.size).toBe(1);
  });
});

describe("a folder", () => {
  test("files are accessible to their owner only", async () => {
    const root = join(folder.path, "private");
    await createFolderStorage(root).put("staging/a/1", inPieces(Buffer.from("x")));
    for (const path of [".incoming", "staging", "staging/a"]) {
      expect((await stat(join(root, path))).mode & 0o777).toBe(0o700);
    }
    expect((await stat(join(root, "staging/a/1"))).mode & 0o777).toBe(0o600);
    expect(await pathsBelow(root)).toEqual(["staging/a/1"]);
  });

  test("temporary files of dead processes are removed once they are old", async () => {
    const root = join(folder.path, "leftovers");
    await mkdir(join(root, ".incoming"), { recursive: true });
    for (const name of ["old", "new"]) await writeFile(join(root, ".incoming", name), "x");
    const longAgo = new Date(Date.UTC(2020, 0, 1));
    await utimes(join(root, ".incoming", "old"), longAgo, longAgo);
    await createFolderStorage(root).removeLeftovers(
      instantFromMs(Date.UTC(2021, 0, 1)),
      new AbortController().signal,
    );
    expect(await pathsBelow(root)).toEqual([".incoming/new"]);
  });

  test("does not follow a symbolic link when it writes", async () => {
    const root = join(folder.path, "links");
    await mkdir(join(root, "staging/a"), { recursive: true });
    await writeFile(join(folder.path, "processUnderTest"), "precious");
    await symlink(join(folder.path, "processUnderTest"), join(root, "staging/a/1"));
    await createFolderStorage(root).put("staging/a/1", inPieces(Buffer.from("x")));
    expect((await readFile(join(folder.path, "processUnderTest"))).toString()).toBe("precious");
  });
});
