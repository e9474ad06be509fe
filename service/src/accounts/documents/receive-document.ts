import type { Principal } from "../../http/principal.ts";
import { type KeyRing, seal } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type ByteStream, newStreamKey, sealStream } from "../../kernel/sealed-stream.ts";
import { type Document, type DocumentId, type DocumentKey, sealContext, stagingKey } from "./document.ts";
import { inspectBytes, measure } from "./inspect-bytes.ts";
import type { DocumentStorage } from "./storage.ts";

export interface ReceiveDocumentDeps {
  readonly keyRing: KeyRing;
  readonly newId: NewId;
  readonly documentStorage: DocumentStorage;
  /** The storage failed; the caller is told only that it did. */
  readonly onStorageError: (error: unknown) => void;
}

/** Bytes in the staging place that no row knows yet. Without one they are swept away after a day. */
export type ReceivedDocument = DocumentKey &
  Pick<
    Document,
    "contentType" | "size" | "sha256" | "sealedKey" | "sealedSize" | "sealedSha256" | "storageKey"
  >;

const retryAfterSeconds = 5;

/** Seals bytes on their way into the staging place, never holding more than a piece of them. */
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
  const [key, context] = [newStreamKey(), sealContext(document)];
  const inspection = inspectBytes(bytes, pointer);
  const sealed = measure(sealStream(inspection.stream, { key, context }));
  const storageKey = stagingKey(document);
  await putInto(deps, storageKey, sealed.passed);
  const { size: sealedSize, sha256: sealedSha256 } = sealed.measured();
  const sealedKey = seal(deps.keyRing, key, context);
  return { ...document, ...inspection.result(), sealedKey, sealedSize, sealedSha256, storageKey };
}

/** Best effort: what stays is swept away later. */
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

/** What the source throws is the caller's business; what the storage throws is ours. */
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
      refuse("dependency_unavailable", "documents cannot be stored right now", { retryAfterSeconds }),
      { cause: error },
    );
  }
}
