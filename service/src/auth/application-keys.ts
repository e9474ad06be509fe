import { originOf, recordAccessChange } from "../access/index.ts";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import type { ApplicationKey } from "./application.ts";
import { lockKnownApplication, lockLiveApplication } from "./live-application.ts";
import { type PublicJwk, readPublicJwk } from "./public-jwk.ts";
import { insertApplicationKey, markApplicationKeyRevoked, selectLiveKeys } from "./store.ts";

// Verifying one assertion may try every key.
const maxLiveKeys = 10;

/**
 * Registers a public key, so that an application can authenticate with a client assertion instead of a secret (RFC
 * 7523).
 */
export async function addApplicationKey(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly jwk: unknown; readonly cause: Cause },
): Promise<PublicJwk> {
  const jwk = orThrow(await readPublicJwk(request.jwk));
  const application = await lockLiveApplication(tx, request);
  if ((await selectLiveKeys(tx, request)).length >= maxLiveKeys) {
    const detail = `an application has at most ${maxLiveKeys} live keys; revoke one first`;
    throw new RefusalError(refuse("unprocessable", detail));
  }
  const { tenantId, network, id: applicationId } = application;
  const key = { tenantId, network, applicationId, kid: jwk.kid, jwk, createdAt: deps.clock.now() };
  if (!(await insertApplicationKey(tx, key))) {
    throw new RefusalError(
      refuse("conflict", "the kid is already in use, or was used before; choose another kid"),
    );
  }
  recordAccessChange(deps, tx, application.id, { kind: "credential", origin: originOf(request.cause) });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.add_key",
    of: application,
    after: { kid: jwk.kid },
  });
  return jwk;
}

/** Assertions signed with the key are refused from now on, and within seconds the tokens that were issued for them. */
export async function revokeApplicationKey(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly kid: string; readonly cause: Cause },
): Promise<void> {
  const application = await lockKnownApplication(tx, request);
  if ((await markApplicationKeyRevoked(tx, { ...request, revokedAt: deps.clock.now() })) === 0) {
    throw new RefusalError(refuse("not_found", "the application has no live key with this kid"));
  }
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.revoke_key",
    of: application,
    after: { kid: request.kid },
  });
}
