import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type FilePlace,
  type FileSpot,
  type PlacedFile,
  type PlaceFolder,
  placeFolders,
  reaching,
} from "./file-place.ts";

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** The folders below this directory. Missing folders are created, accessible to the owner only. */
export function createFolderPlace(directory: string): FilePlace {
  // Resolved once, so that a later change of the working directory has no effect.
  const root = resolve(directory);
  const pathOf = ({ folder, name }: FileSpot): string => join(root, folder, name);
  const at = <T>(folder: PlaceFolder, work: () => Promise<T>): Promise<T> =>
    reaching(folder, async () => {
      await makeFolders(root);
      return work();
    });
  return {
    list: (folder) => at(folder, () => list(join(root, folder))),
    find: (spot) => at(spot.folder, () => find(pathOf(spot), spot.name)),
    read: (spot, maxBytes) => at(spot.folder, () => read(pathOf(spot), maxBytes)),
    write: (spot, bytes) => at(spot.folder, () => write(pathOf(spot), bytes)),
    move: (from, to) =>
      at(to.folder, async () => {
        const isMoved = await move(pathOf(from), pathOf(to));
        for (const folder of new Set([from.folder, to.folder])) await syncFolder(join(root, folder));
        return isMoved;
      }),
    remove: (spot) => at(spot.folder, () => rm(pathOf(spot), { force: true })),
    close: async () => undefined,
  };
}

async function makeFolders(root: string): Promise<void> {
  for (const folder of placeFolders) {
    await mkdir(join(root, folder), { recursive: true, mode: ownerOnlyFolder });
  }
}

async function list(path: string): Promise<readonly PlacedFile[]> {
  const files: PlacedFile[] = [];
  for (const name of await readdir(path)) {
    const file = await find(join(path, name), name);
    if (file !== undefined) files.push(file);
  }
  return files;
}

async function find(path: string, name: string): Promise<PlacedFile | undefined> {
  try {
    const found = await lstat(path);
    return found.isFile() ? { name, size: found.size, modifiedMs: found.mtimeMs } : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function read(path: string, maxBytes: number): Promise<Buffer | "missing" | "denied"> {
  try {
    // A link could lead to a file that the bank did not write.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await readUpTo(file, maxBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "missing";
    if (codeOf(error) === "EACCES" || codeOf(error) === "ELOOP") return "denied";
    throw error;
  }
}

async function readUpTo(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const bytes = Buffer.alloc(maxBytes);
  let filled = 0;
  while (filled < maxBytes) {
    const { bytesRead } = await file.read(bytes, filled, maxBytes - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "w", ownerOnly);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** A new name is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
