import { availableParallelism, cpus } from "node:os";
import type { PostgresFacts } from "./bench-postgres.ts";

/** Describes the machine of the figures; durability was checked when the server was opened. */
export function renderMachine({ version, sharedBuffers }: PostgresFacts): string {
  const model = cpus()[0]?.model ?? "unknown";
  return (
    `${availableParallelism()} cores (${model}, ${process.arch}), Node ${process.versions.node}, ` +
    `PostgreSQL ${version}, shared_buffers ${sharedBuffers}, fsync and synchronous_commit on`
  );
}
