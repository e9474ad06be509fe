import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Database } from "../db/database.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Application } from "./application.ts";
import {
  authenticateClient,
  type ClientAuthenticationDeps,
  type ClientRequest,
} from "./client-authentication.ts";
import { isOAuthError, type OAuthError, oauthError } from "./oauth-error.ts";
import { openToken } from "./open-token.ts";
import { countRevokedTokens, insertRevokedToken } from "./revocation-store.ts";
import type { RevocationWatch } from "./revocation-watch.ts";
import type { SigningKeySet } from "./signing-key-set.ts";
import { type TokenClaims, type TokenParties, tokenLifetimeSeconds } from "./token-claims.ts";

export interface RevokeTokenDeps extends ClientAuthenticationDeps, AuditDeps {
  readonly keys: SigningKeySet;
  readonly revocations: RevocationWatch;
  readonly parties: TokenParties;
}

// Every node keeps revoked tokens in memory, so each application is limited.
const maxLiveRevocations = 1000;

/**
 * RFC 7009 token revocation. An invalid or expired token counts as revoked; a token of another client is refused.
 * Afterwards the token is refused on this node immediately and elsewhere within seconds.
 */
export async function revokeToken(
  deps: RevokeTokenDeps,
  request: ClientRequest & { readonly requestId: string },
): Promise<OAuthError | undefined> {
  const token = request.form.get("token");
  if (token === undefined) return oauthError("invalid_request", "the parameter token is missing");
  const client = await authenticateClient(deps, request);
  if (isOAuthError(client)) return client;
  const { application } = client;
  const opened = await openToken(deps, token);
  const now = deps.clock.now();
  if (opened === undefined || opened.claims.expiresAt <= now) return undefined;
  if (opened.claims.applicationId !== application.id) {
    return oauthError("invalid_request", "the token was issued to another client");
  }
  if (await hasRevokedTooMany(deps.database, opened.claims, now)) {
    const description = `at most ${maxLiveRevocations} unexpired tokens can be revoked; revoke the application instead`;
    return oauthError("temporarily_unavailable", description, { retryAfterSeconds: tokenLifetimeSeconds });
  }
  await keepRevocation(deps, application, opened.claims, request.requestId);
  await deps.revocations.catchUp();
  return undefined;
}

async function hasRevokedTooMany(database: Database, claims: TokenClaims, now: Instant): Promise<boolean> {
  const limit = maxLiveRevocations;
  return (await countRevokedTokens(database, claims, { now, limit })) >= limit;
}

/** A token that was already revoked already has its audit log entry. */
async function keepRevocation(
  deps: RevokeTokenDeps,
  { id, tenantId, accountId, network }: Application,
  claims: TokenClaims,
  requestId: string,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    if (!(await insertRevokedToken(tx, { ...claims, revokedAt: deps.clock.now() }))) return;
    await auditChange(deps, tx, {
      cause: { actor: { type: "application", id }, requestId },
      action: "access_token.revoke",
      of: { tenantId, network, id: claims.jti, accountId },
      after: { expires: formatInstant(claims.expiresAt) },
    });
  });
}
