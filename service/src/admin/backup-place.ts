import { createFolderStorage } from "../accounts/adapters/folder-storage.ts";
import { BackupError, type BackupProgress } from "../backup/index.ts";
import type { Config } from "../config.ts";
import { parseId } from "../kernel/id.ts";
import type { ByteStream } from "../kernel/sealed-stream.ts";
import { StartupError } from "../startup/startup-error.ts";
import { refuseAt } from "./read-input.ts";

/** Where backups are kept: a folder, or a bucket. A file appears there when it is complete, and not before. */
export interface BackupPlace {
  put(key: string, bytes: ByteStream): Promise<void>;
  get(key: string): ByteStream;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly size: number }>;
}

const bucketUrl = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})$/;

/** A path, or `s3://bucket` at the server of the document storage, with its credentials. */
export async function placeOf(
  { documentBucket }: Pick<Config, "documentBucket">,
  text: string,
): Promise<BackupPlace> {
  const [, bucket] = bucketUrl.exec(text) ?? [];
  if (bucket === undefined) {
    if (text.includes("://")) throw new StartupError("A place for backups is a folder, or s3://bucket.");
    return createFolderStorage(text);
  }
  if (documentBucket === undefined) {
    throw new StartupError(
      "Backups go to a bucket with the server and credentials of the document storage: set DOCUMENT_STORAGE=s3 and the " +
        "DOCUMENT_S3_ settings.",
    );
  }
  // Imported lazily: the SDK is large.
  const { createS3Storage } = await import("../accounts/adapters/s3-storage.ts");
  return createS3Storage({ ...documentBucket, bucket });
}

export const prefix = "backups/";

export interface BackupRequest {
  /** A folder, or `s3://bucket`. */
  readonly place: string;
  readonly onBackupProgress?: (progress: BackupProgress) => void;
  /** A file that is not counted as a backup, and why. */
  readonly onSkipped?: (message: string) => void;
}

export function keyOf(id: string): string {
  return parseId(id) === undefined ? refuseAt("id", "must be the id of a backup") : prefix + id;
}

/** The name of a file is not authenticated, its header is. */
export function requireId(found: string, expected: string): void {
  if (found !== expected) throw new BackupError(`the file contains the backup ${found}`);
}
