import { join } from "node:path";
import type { DocumentStorage } from "../documents/storage.ts";
import { createFolderStorage } from "./folder-storage.ts";
import type { S3Settings } from "./s3-storage.ts";

/** The configured storage: a folder in the data folder, or a bucket. */
export async function createDocumentStorage(config: {
  readonly dataFolder: string;
  readonly documentBucket: S3Settings | undefined;
}): Promise<DocumentStorage> {
  if (config.documentBucket === undefined) return createFolderStorage(join(config.dataFolder, "documents"));
  // Imported lazily: the SDK is large, and most nodes don't need it.
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(config.documentBucket);
}
