import { open } from "node:fs/promises";
import type { AuditSink, ExportedEntry } from "../index.ts";

/**
 * Appends lines to a file. It is opened for each batch, so that it can be rotated by renaming it, and synced to disk
 * before the batch counts as received.
 */
export function createFileSink(path: string, lineOf: (entry: ExportedEntry) => string): AuditSink {
  return {
    send: async (entries) => {
      const file = await open(path, "a+", 0o600);
      try {
        const { size } = await file.stat();
        const end =
          size === 0 ? undefined : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString();
        // A crash may have cut the last line.
        const start = end === undefined || end === "\n" ? "" : "\n";
        await file.appendFile(start + entries.map((entry) => `${lineOf(entry)}\n`).join(""));
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}
