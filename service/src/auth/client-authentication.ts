import type { Database } from "../db/database.ts";
import { type ApplicationId, parseId, tenantOf } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Application } from "./application.ts";
import type { AttemptLimiter } from "./attempt-limiter.ts";
import { checkAssertionClaims, readAssertion, verifyAssertionSignature } from "./client-assertion.ts";
import { type ClientCredentials, readClientCredentials } from "./client-credentials.ts";
import type { Form } from "./form.ts";
import { isOAuthError, type OAuthError, oauthError } from "./oauth-error.ts";
import { claimAssertion } from "./revocation-store.ts";
import { digestSecret, findMatch } from "./secrets.ts";
import { type StoredClient, selectClient, selectDirectoryEntry, selectLiveKeys } from "./store.ts";
import type { Credential } from "./token-claims.ts";

export interface ClientAuthenticationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limiter: AttemptLimiter;
  readonly pepper: () => Promise<Buffer>;
  /** Accepted audiences of an assertion: the token endpoint and the issuer. */
  readonly audiences: readonly string[];
}

export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly form: Form;
  readonly address: string;
}

export interface AuthenticatedClient {
  readonly application: Application;
  readonly credential: Credential;
}

/** Authenticates the client. Unknown client, revoked client and wrong secret are indistinguishable, also by timing. */
export async function authenticateClient(
  deps: ClientAuthenticationDeps,
  request: ClientRequest,
): Promise<AuthenticatedClient | OAuthError> {
  const credentials = readClientCredentials(request.authorization, request.form);
  if (isOAuthError(credentials)) return credentials;
  const attempt = { clientId: claimedClient(credentials), address: request.address };
  const waitSeconds = deps.limiter.secondsToWait(attempt);
  if (waitSeconds !== undefined) return tooManyFailures(waitSeconds);
  const outcome =
    credentials.kind === "secret"
      ? await checkSecret(deps, attempt.clientId, credentials.clientSecret)
      : await checkAssertion(deps, credentials);
  const heldSeconds = isOAuthError(outcome)
    ? await deps.limiter.recordFailure(attempt)
    : await deps.limiter.recordSuccess(attempt);
  return heldSeconds === undefined ? outcome : tooManyFailures(heldSeconds);
}

function tooManyFailures(retryAfterSeconds: number): OAuthError {
  return oauthError("temporarily_unavailable", "too many failed attempts", { retryAfterSeconds });
}

function claimedClient(credentials: ClientCredentials): ApplicationId | undefined {
  return credentials.kind === "secret"
    ? parseId<"application">(credentials.clientId)
    : readAssertion(credentials.assertion)?.clientId;
}

async function checkSecret(
  deps: ClientAuthenticationDeps,
  clientId: ApplicationId | undefined,
  clientSecret: string,
): Promise<AuthenticatedClient | OAuthError> {
  const digest = digestSecret(await deps.pepper(), clientSecret);
  const client = await findClient(deps, clientId ?? unknownClientId);
  const secret = findMatch(client?.secrets ?? [], digest);
  return secret !== undefined && isLive(client)
    ? { application: client.application, credential: `secret:${secret.id}` }
    : failed();
}

async function checkAssertion(
  deps: ClientAuthenticationDeps,
  { assertion, clientId }: ClientCredentials & { readonly kind: "assertion" },
): Promise<AuthenticatedClient | OAuthError> {
  const unverified = readAssertion(assertion);
  if (unverified === undefined || (clientId !== undefined && clientId !== unverified.clientId))
    return failed();
  const client = await findClient(deps, unverified.clientId);
  if (!isLive(client)) return failed();
  const { application } = client;
  const keys = await selectLiveKeys(deps.database, {
    tenantId: application.tenantId,
    applicationId: application.id,
  });
  const verified = await verifyAssertionSignature(
    assertion,
    unverified,
    keys.map(({ jwk }) => jwk),
  );
  if (verified === undefined) return failed();
  // The signature is valid, so the client may learn what is wrong with the claims.
  const expected = { clientId: application.id, audiences: deps.audiences };
  const accepted = checkAssertionClaims(verified.claims, expected, deps.clock.now());
  if (typeof accepted === "string") return oauthError("invalid_client", `client assertion: ${accepted}`);
  const isFirstUse = await claimAssertion(deps.database, application, accepted);
  return isFirstUse
    ? { application, credential: `key:${verified.kid}` }
    : oauthError("invalid_client", "client assertion: jti was already used");
}

/** Performs both lookups for nonexistent clients, too, so that the timing reveals nothing. */
async function findClient(
  { database, clock }: ClientAuthenticationDeps,
  clientId: ApplicationId,
): Promise<StoredClient | undefined> {
  const { tenantId } = (await selectDirectoryEntry(database, { clientId })) ?? { tenantId: unknownTenantId };
  return selectClient(database, { tenantId, applicationId: clientId }, clock.now());
}

function isLive(client: StoredClient | undefined): client is StoredClient {
  return client !== undefined && client.application.revokedAt === undefined;
}

function failed(): OAuthError {
  return oauthError("invalid_client", "client authentication failed");
}

// A well-formed id that is never issued: its timestamp is 1970.
const unknownClientId = "0".repeat(26) as ApplicationId;
const unknownTenantId = tenantOf("0".repeat(26) as Parameters<typeof tenantOf>[0]);
