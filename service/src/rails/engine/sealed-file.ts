import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type KeyRing, open } from "../../kernel/envelope.ts";
import { selectSealedBytes } from "./file-store.ts";

export interface FileKey {
  readonly network: string;
  readonly id: string;
}

/** A file contains names and account numbers; its bytes are sealed as one value. */
export function fileContext({ network, id }: FileKey): string {
  return `bank_files/${network}/${id}`;
}

export async function loadBytes(keyRing: KeyRing, session: Session, key: FileKey): Promise<Buffer> {
  const sealed = await selectSealedBytes(session, key.id);
  assert(sealed !== undefined, "a file that is not a duplicate has its bytes");
  return open(keyRing, sealed, fileContext(key));
}
