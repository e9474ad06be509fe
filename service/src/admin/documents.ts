import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createDocumentStorage } from "../accounts/adapters/document-storage.ts";
import { openAnyDocument } from "../accounts/index.ts";
import { parseId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { StartupError } from "../startup/startup-error.ts";
import type { AdminContext } from "./open-admin.ts";

/** A document written to a file. */
export interface FetchedDocumentView {
  readonly id: string;
  readonly documentKind: string;
  readonly personLabel: string | undefined;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

const ownerOnly = 0o600;

/** Decrypts and verifies a document, and only then writes it to the given path; recorded in the audit log. */
export async function fetchDocument(
  admin: AdminContext,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<FetchedDocumentView> {
  const documentId = parseId<"document">(id);
  if (documentId === undefined)
    throw new RefusalError(refuse("not_found", "there is no document with this id"));
  const { clock, newId, cause, config } = admin;
  const documentStorage = await createDocumentStorage(config);
  const deps = { clock, newId, documentStorage, keyRing: await admin.loadKeyRing() };
  const { document, bytes } = await openAnyDocument(deps, admin.database, { documentId, cause });
  await writeWhole(bytes, path);
  const { documentKind, personLabel, contentType, size, sha256 } = document;
  return { id, documentKind, personLabel, contentType, sizeBytes: size, sha256: sha256.toString("hex") };
}

/** Never overwrites an existing file, and never leaves a partial one. */
async function writeWhole(bytes: NodeJS.ReadableStream, path: string): Promise<void> {
  const partial = `${path}.${randomUUID()}`;
  try {
    await pipeline(bytes, createWriteStream(partial, { flags: "wx", mode: ownerOnly, flush: true }));
    await link(partial, path);
  } catch (error) {
    throw isTaken(error) ? new StartupError(`${path} is there already; choose another name`) : error;
  } finally {
    await rm(partial, { force: true });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
