import type { Transaction } from "../db/database.ts";
import type { Clock } from "../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import type { ApplicationKey } from "./application.ts";
import { lockKnownApplication, lockLiveApplication } from "./live-application.ts";
import { type PublicJwk, readPublicJwk } from "./public-jwk.ts";
import { insertApplicationKey, markApplicationKeyRevoked, selectLiveKeys } from "./store.ts";

interface Deps {
  readonly clock: Clock;
}

// Each key may have to be tried for one assertion.
const maxLiveKeys = 10;

/** Lets an application prove itself with a key of its own instead of a secret, RFC 7523. */
export async function addApplicationKey(
  { clock }: Deps,
  tx: Transaction,
  request: ApplicationKey & { readonly jwk: unknown },
): Promise<PublicJwk> {
  const jwk = orThrow(await readPublicJwk(request.jwk));
  const application = await lockLiveApplication(tx, request);
  if ((await selectLiveKeys(tx, request)).length >= maxLiveKeys) {
    const detail = `an application has at most ${maxLiveKeys} live keys; revoke one first`;
    throw new RefusalError(refuse("unprocessable", detail));
  }
  if ((await insertApplicationKey(tx, application, jwk, clock.now())) === 0) {
    throw new RefusalError(refuse("conflict", "the application has, or once had, a key with this kid"));
  }
  return jwk;
}

/** Assertions signed with the key are refused from now on. Tokens that it brought live on until they expire. */
export async function revokeApplicationKey(
  { clock }: Deps,
  tx: Transaction,
  key: ApplicationKey & { readonly kid: string },
): Promise<void> {
  await lockKnownApplication(tx, key);
  if ((await markApplicationKeyRevoked(tx, key, clock.now())) === 1) return;
  throw new RefusalError(refuse("not_found", "the application has no live key with this kid"));
}
