import type { Principal } from "../../http/principal.ts";
import { type KeyRing, seal } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type ByteStream, newStreamKey, sealStream } from "../../kernel/sealed-stream.ts";
import { documentContext } from "../tables.ts";
import { type Document, type DocumentId, type DocumentKey, stagingKey } from "./document.ts";
import { inspectBytes, measure } from "./inspect-bytes.ts";
import { type ScanMalwareDeps, scanMalware } from "./malware-scanner.ts";
import type { DocumentStorage } from "./storage.ts";

export interface ReceiveDocumentDeps extends ScanMalwareDeps {
  readonly keyRing: KeyRing;
  readonly newId: NewId;
  readonly documentStorage: DocumentStorage;
  /** Reports a storage failure; the response says only that storage failed. */
  readonly onStorageError: (error: unknown) => void;
}

/** Bytes in staging that have no row yet. Without one they are swept after a day. */
export type ReceivedDocument = DocumentKey &
  Pick<
    Document,
    "contentType" | "size" | "sha256" | "sealedKey" | "sealedSize" | "sealedSha256" | "storageKey"
  >;

const retryAfterSeconds = 5;

/** Streams bytes sealed into staging, holding only one chunk in memory. */
export async function receiveDocument(
  deps: ReceiveDocumentDeps,
  {
    principal,
    bytes,
    pointer,
  }: { readonly principal: Principal; readonly bytes: ByteStream; readonly pointer: string },
): Promise<ReceivedDocument> {
  const id: DocumentId = deps.newId<"document">();
  const document = { tenantId: principal.tenantId, id };
  const [key, context] = [newStreamKey(), documentContext(document)];
  const inspection = inspectBytes(bytes, pointer);
  const scanned = scanMalware(deps, inspection.stream, pointer);
  const sealed = measure(sealStream(scanned, { key, context }));
  const storageKey = stagingKey(document);
  await putInto(deps, storageKey, sealed.passed);
  const { size: sealedSize, sha256: sealedSha256 } = sealed.measured();
  const sealedKey = seal(deps.keyRing, key, context);
  return { ...document, ...inspection.result(), sealedKey, sealedSize, sealedSha256, storageKey };
}

/** Best effort: the sweep deletes leftovers. */
export async function discardDocument(
  { documentStorage, onStorageError }: Pick<ReceiveDocumentDeps, "documentStorage" | "onStorageError">,
  { storageKey }: Pick<ReceivedDocument, "storageKey">,
): Promise<void> {
  try {
    await documentStorage.remove(storageKey);
  } catch (error) {
    onStorageError(error);
  }
}

/** Distinguishes errors of the source (the caller's) from errors of the storage (ours). */
async function putInto(
  { documentStorage, onStorageError }: ReceiveDocumentDeps,
  storageKey: string,
  bytes: ByteStream,
): Promise<void> {
  let sourceFailure: { readonly error: unknown } | undefined;
  async function* watched(): AsyncGenerator<Buffer> {
    try {
      yield* bytes;
    } catch (error) {
      sourceFailure = { error };
      throw error;
    }
  }
  try {
    await documentStorage.put(storageKey, watched());
  } catch (error) {
    if (sourceFailure !== undefined) throw sourceFailure.error;
    onStorageError(error);
    throw new RefusalError(
      refuse("dependency_unavailable", "documents cannot be stored right now; try again", {
        retryAfterSeconds,
      }),
      { cause: error },
    );
  }
}
