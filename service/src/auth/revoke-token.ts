import type { Database } from "../db/database.ts";
import type { Instant } from "../kernel/instant.ts";
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

export interface RevokeTokenDeps extends ClientAuthenticationDeps {
  readonly keys: SigningKeySet;
  readonly revocations: RevocationWatch;
  readonly parties: TokenParties;
}

// Every node holds the revoked tokens in memory, so one application may not fill it.
const maxLiveRevocations = 1000;

/**
 * RFC 7009: a client gives a token back. A token that means nothing (any more) is as good as given back; a token of
 * another client is refused. Once this is done the token is refused here at once, elsewhere within seconds.
 */
export async function revokeToken(
  deps: RevokeTokenDeps,
  request: ClientRequest,
): Promise<OAuthError | undefined> {
  const token = request.form.get("token");
  if (token === undefined) return oauthError("invalid_request", "the parameter token is missing");
  const application = await authenticateClient(deps, request);
  if (isOAuthError(application)) return application;
  const opened = await openToken(deps, token);
  const now = deps.clock.now();
  if (opened === undefined || opened.claims.expiresAt <= now) return undefined;
  if (opened.claims.applicationId !== application.id) {
    return oauthError("invalid_request", "the token was issued to another client");
  }
  if (await hasRevokedTooMany(deps.database, opened.claims, now)) {
    const description = `at most ${maxLiveRevocations} tokens can be revoked before they expire; revoke the application`;
    return oauthError("temporarily_unavailable", description, { retryAfterSeconds: tokenLifetimeSeconds });
  }
  await insertRevokedToken(deps.database, opened.claims, now);
  await deps.revocations.catchUp();
  return undefined;
}

async function hasRevokedTooMany(database: Database, claims: TokenClaims, now: Instant): Promise<boolean> {
  const limit = maxLiveRevocations;
  return (await countRevokedTokens(database, claims, { now, limit })) >= limit;
}
