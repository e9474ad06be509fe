import { availableParallelism, cpus } from "node:os";
import type { PostgresFacts } from "./bench-postgres.ts";

/** Where the figures come from; the server was asked whether it is durable when it was opened. */
export function renderMachine({ version, sharedBuffers }: PostgresFacts): string {
  const model = cpus()[0]?.model ?? "unknown";
  return (
    `${availableParallelism()} cores (${model}, ${process.arch}), Node ${process.versions.node}, ` +
    `PostgreSQL ${version}, shared_buffers ${sharedBuffers}, fsync and synchronous_commit on`
  );
}
