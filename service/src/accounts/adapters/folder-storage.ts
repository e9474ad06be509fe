import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";
import {
  assertStorageKey,
  type DocumentStorage,
  MissingObjectError,
  type StoredObject,
} from "../documents/storage.ts";

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
/** Next to the objects, on the same file system, so that moving a complete file into place is atomic. */
const incoming = ".incoming";
const readBytes = 64 * 1024;

/** Stores documents in a folder. Several nodes can use it if they share the folder. */
export function createFolderStorage(folder: string): DocumentStorage {
  // Resolved once, so that a later chdir has no effect.
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    assertStorageKey(key);
    return join(root, key);
  };
  return {
    put: (key, bytes) => put(root, pathOf(key), bytes),
    get: (key) => read(key, pathOf(key)),
    find: (key) => find(key, pathOf(key)),
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    },
    list: (prefix) => list(root, prefix),
    removeLeftovers: (before, signal) => removeLeftovers(join(root, incoming), before, signal),
  };
}

/** Writes to a temporary file, syncs it, then moves it into place. */
async function put(root: string, path: string, bytes: ByteStream): Promise<void> {
  const folder = join(root, incoming);
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  const temporary = join(folder, randomUUID());
  try {
    const file = await open(temporary, "wx", ownerOnly);
    try {
      for await (const piece of bytes) await writeAll(file, piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(path), { recursive: true, mode: ownerOnlyFolder });
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A single write may write less than the whole chunk. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

/** A new directory entry is durable only once its directory is synced. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function* read(key: string, path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw isMissing(error) ? new MissingObjectError(key, { cause: error }) : error;
  }
}

async function find(key: string, path: string): Promise<StoredObject | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { key, size, modifiedAt: instantFromMs(Math.floor(mtimeMs)) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Folder by folder; a folder's names are held in memory: as many as one tenant has staged. */
async function* list(root: string, prefix: string): AsyncGenerator<StoredObject> {
  const folder = prefix.replace(/\/$/, "");
  for (const entry of await entriesOf(join(root, folder))) {
    const key = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* list(root, key);
    const object = entry.isFile() ? await find(key, join(root, key)) : undefined;
    if (object !== undefined) yield object;
  }
}

async function removeLeftovers(folder: string, before: Instant, signal: AbortSignal): Promise<void> {
  for (const { name } of await entriesOf(folder)) {
    signal.throwIfAborted();
    const path = join(folder, name);
    const leftover = await find(name, path);
    if (leftover !== undefined && leftover.modifiedAt < before) await rm(path, { force: true });
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
