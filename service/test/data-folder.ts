import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder for one test, removed with everything in it. */
export interface DataFolder {
  readonly path: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function makeDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), "florin-data-"));
  // As root, the server runs as another user, who needs access to the folder.
  await chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
