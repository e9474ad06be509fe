import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { CommandError } from "./failure.ts";

/**
 * Writes a file piece by piece. It appears under its name, replacing an existing file, only when it is complete and on
 * disk. Until then it has an unpredictable name. Only the owner can read it, before and after.
 */
export async function writeWholeFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const partPath = `${path}.${randomBytes(8).toString("hex")}.part`;
  const file = await opened(partPath, path);
  try {
    try {
      // Unlike write, this continues until the whole piece is written.
      for await (const piece of pieces) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

const ownerOnly = 0o600;

async function opened(partPath: string, path: string): Promise<FileHandle> {
  try {
    return await open(partPath, "wx", ownerOnly);
  } catch (cause) {
    throw new CommandError(`${path} cannot be written: ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}
