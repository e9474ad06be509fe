import { open } from "node:fs/promises";
import { CommandError } from "./failure.ts";

/** Reads a small text file; of a larger one, only the first `maxBytes`. */
export async function readSmallFile(path: string, maxBytes: number): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "";
    throw new CommandError(`${path} cannot be read: ${reason}`, { cause });
  }
}
