import type { Session } from "../db/database.ts";
import { EnvelopeError, type KeyRing } from "../kernel/envelope.ts";
import type { LoggedRequest, RequestDetails } from "./logged-request.ts";
import { openDetails } from "./request-details.ts";
import { selectDetails } from "./store.ts";

/** Undefined if none were stored, or if they were sealed with a master key that is no longer configured. */
export async function findDetails(
  { database, keyRing }: { readonly database: Session; readonly keyRing: KeyRing },
  request: LoggedRequest,
): Promise<RequestDetails | undefined> {
  const sealed = (await selectDetails(database, request))?.details;
  if (sealed === undefined) return undefined;
  try {
    return openDetails(keyRing, sealed, request);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
