import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { CommandError } from "./failure.ts";

/** Writes a file piece by piece. It appears under its name only when it is whole; one that was there is replaced then. */
export async function writeWholeFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const partPath = `${path}.part`;
  const file = await opened(partPath);
  try {
    try {
      for await (const piece of pieces) await file.write(piece);
    } finally {
      await file.close();
    }
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, "w");
  } catch (cause) {
    throw new CommandError(`${path} cannot be written: ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}
