import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { documentsUnsupported } from "../documents-unsupported.ts";
import { selectAccount } from "../store.ts";
import type { Verification } from "./verification.ts";

/** Documents that cannot be sent are not requested: the account would stay pending permanently. */
export async function requireDocumentsPossible(session: Session, verification: Verification): Promise<void> {
  if (await areDocumentsPossible(session, verification)) return;
  const detail = "this account cannot send documents, because it is self-attested; decide without them";
  throw new RefusalError(refuse("conflict", detail));
}

export async function areDocumentsPossible(session: Session, verification: Verification): Promise<boolean> {
  const account = await selectAccount(session, verification);
  assert(account !== undefined, "an account under review exists");
  return documentsUnsupported(account) === undefined;
}
