import { createPrivateKey } from "node:crypto";
import { createRemoteJWKSet, decodeJwt, type JWTVerifyGetKey, errors as joseErrors, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { type Clock, type Instant, instantFromMs } from "../../kernel/instant.ts";
import {
  type IdentityProvider,
  type LogoutNotice,
  type ProvenIdentity,
  type ProviderRefusal,
  ProviderUnavailable,
  type Visit,
} from "../sso/identity-provider.ts";
import { claimEmail, claimList, claimText, readClaim } from "./oidc-claims.ts";

/** A confidential client of one OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** PEM, for `private_key_jwt`. */
  readonly clientKey: string | undefined;
  readonly clientKeyId: string | undefined;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly externalIdClaim: string;
  readonly requiredAcr: readonly string[];
  /** The console's page that the provider returns to. */
  readonly redirectUri: string;
  /** The page that follows the end of the provider's session. */
  readonly signedOutUri: string;
  readonly clock: Clock;
}

const timeoutSeconds = 10;
const clockToleranceSeconds = 30;
/** Metadata and keys of a provider change rarely; a rotation is noticed within this time. */
const discoveryMs = 10 * 60_000;
/** No connection has no code. The provider's own failures are responses with another status. */
const unavailableCodes = new Set([
  undefined,
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
]);
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Authorization code with PKCE, by `openid-client`. ID tokens are verified with the provider's keys. */
export function createOidcProvider(settings: OidcSettings): IdentityProvider {
  const configuration = createDiscovery(settings);
  const keysOf = createKeyCache();
  return {
    authorizationUrl: async (visit) => {
      const config = await configuration();
      return oidc.buildAuthorizationUrl(config, await requestOf(settings, visit)).href;
    },
    redeem: async (visit, responseQuery) => {
      const config = await configuration();
      return redeem(settings, config, visit, responseQuery);
    },
    endSessionUrl: async () => {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const parameters = { post_logout_redirect_uri: settings.signedOutUri };
      return oidc.buildEndSessionUrl(config, parameters).href;
    },
    verifyLogoutToken: async (token) => {
      const config = await configuration();
      return verifyLogoutToken(settings, { config, keys: keysOf(config), token });
    },
  };
}

function createDiscovery(settings: OidcSettings): () => Promise<oidc.Configuration> {
  let known: { readonly config: Promise<oidc.Configuration>; readonly until: number } | undefined;
  return async () => {
    const now = settings.clock.now();
    if (known === undefined || known.until < now)
      known = { config: discover(settings), until: now + discoveryMs };
    try {
      return await known.config;
    } catch (error) {
      known = undefined;
      throw new ProviderUnavailable("the metadata of the identity provider cannot be read", { cause: error });
    }
  };
}

async function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const { issuer, clientId } = settings;
  const isPlain = issuer.startsWith("http:");
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    await clientAuthentication(settings),
    {
      timeout: timeoutSeconds,
      // Plain http only on this machine: the configuration refuses other issuers.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    },
  );
}

async function clientAuthentication(settings: OidcSettings): Promise<oidc.ClientAuth> {
  const { clientSecret, clientKey, clientKeyId } = settings;
  if (clientKey === undefined) return oidc.ClientSecretBasic(clientSecret);
  const key = createPrivateKey(clientKey);
  const algorithm =
    key.asymmetricKeyType === "rsa"
      ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
      : { name: "ECDSA", namedCurve: "P-256" };
  const der = key.export({ type: "pkcs8", format: "der" });
  const cryptoKey = await crypto.subtle.importKey("pkcs8", Uint8Array.from(der), algorithm, false, ["sign"]);
  return oidc.PrivateKeyJwt(clientKeyId === undefined ? cryptoKey : { key: cryptoKey, kid: clientKeyId });
}

async function requestOf(settings: OidcSettings, visit: Visit): Promise<Record<string, string>> {
  return {
    redirect_uri: settings.redirectUri,
    scope: settings.scopes.join(" "),
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(visit.codeVerifier),
    code_challenge_method: "S256",
    ...(settings.requiredAcr.length === 0 ? {} : { acr_values: settings.requiredAcr.join(" ") }),
    ...(visit.isFresh ? { prompt: "login", max_age: "0" } : {}),
  };
}

async function redeem(
  settings: OidcSettings,
  config: oidc.Configuration,
  visit: Visit,
  responseQuery: string,
): Promise<ProvenIdentity | ProviderRefusal> {
  try {
    // Checks state and issuer of the response (RFC 9207), and issuer, audience, times, nonce and signature of the token.
    const tokens = await oidc.authorizationCodeGrant(
      config,
      new URL(`?${responseQuery}`, settings.redirectUri),
      {
        pkceCodeVerifier: visit.codeVerifier,
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        idTokenExpected: true,
      },
    );
    const claims = tokens.claims();
    if (claims === undefined) return refused(settings, "sent no ID token");
    const needsMore = claims["email"] === undefined || readClaim(claims, settings.groupsClaim) === undefined;
    const info: Readonly<Record<string, unknown>> =
      needsMore && config.serverMetadata().userinfo_endpoint !== undefined
        ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
    return identityOf(settings, claims, info);
  } catch (error) {
    return refusalOf(settings, error);
  }
}

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/**
 * UserInfo is not signed, so it only adds name, groups and email. How the user authenticated, and which user it is, is in
 * the ID token alone.
 */
function identityOf(
  settings: OidcSettings,
  claims: Claims,
  info: Readonly<Record<string, unknown>>,
): ProvenIdentity | ProviderRefusal {
  const { groupsClaim } = settings;
  if ([claims, info].some((some) => readClaim(some, `_claim_names.${groupsClaim}`) !== undefined)) {
    return refused(
      settings,
      "left out your groups because there are too many; send only those of this application",
    );
  }
  const authTime = claims["auth_time"];
  const acr = claimText(claims, "acr");
  // An address and whether it is verified are of the same source.
  const emailSource = claims["email"] === undefined ? info : claims;
  return {
    kind: "proven",
    issuer: claims.iss,
    subject: claims.sub,
    email: claimEmail(emailSource),
    isEmailVerified: isEmailVerified(emailSource),
    name: claimText(claims, "name") ?? claimText(info, "name"),
    groups: claimList(claims, groupsClaim) ?? claimList(info, groupsClaim),
    externalId: claimText(claims, settings.externalIdClaim),
    acr: [...(acr === undefined ? [] : [acr]), ...(claimList(claims, "acrs") ?? [])],
    amr: claimList(claims, "amr") ?? [],
    authenticatedAt: typeof authTime === "number" ? instantOfSeconds(authTime) : undefined,
    providerSessionId: claimText(claims, "sid"),
  };
}

/** Entra ID has no `email_verified`: its optional claim `xms_edov` says that the domain's owner verified the address. */
function isEmailVerified(claims: Readonly<Record<string, unknown>>): boolean {
  const ofEntra: unknown = claims["xms_edov"];
  return claims["email_verified"] === true || ofEntra === true || ofEntra === 1 || ofEntra === "1";
}

function instantOfSeconds(seconds: number): Instant | undefined {
  return Number.isSafeInteger(seconds) && seconds >= 0 && seconds < 1e11
    ? instantFromMs(seconds * 1000)
    : undefined;
}

/** A provider that responded with an error, or wrongly, is a refusal; one that did not respond is unavailable. */
function refusalOf(settings: OidcSettings, error: unknown): ProviderRefusal {
  if (error instanceof oidc.AuthorizationResponseError) {
    return refused(settings, `refused the sign-in (${safeCode(error.error)})`);
  }
  if (error instanceof oidc.ResponseBodyError) {
    return refused(settings, `did not accept the sign-in (${safeCode(error.error)}); start again`);
  }
  if (error instanceof oidc.ClientError && !unavailableCodes.has(error.code)) {
    return refused(settings, "sent a response that is not valid; start again");
  }
  throw new ProviderUnavailable("the identity provider did not respond", { cause: error });
}

/** The code is chosen by the other side, so only a code-like one is shown. */
function safeCode(code: string): string {
  return /^[a-z_]{1,60}$/.test(code) ? code : "unknown error";
}

function refused({ name }: OidcSettings, detail: string): ProviderRefusal {
  return { kind: "refused", detail: `${name} ${detail}` };
}

type KeysOf = (config: oidc.Configuration) => JWTVerifyGetKey | undefined;

/** Anyone can send logout tokens, so the keys are fetched once for the metadata, not for each token. */
function createKeyCache(): KeysOf {
  const known = new WeakMap<oidc.Configuration, JWTVerifyGetKey>();
  return (config) => {
    const { jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined) return undefined;
    const keys = known.get(config) ?? createRemoteJWKSet(new URL(jwks_uri));
    known.set(config, keys);
    return keys;
  };
}

interface LogoutToken {
  readonly config: oidc.Configuration;
  readonly keys: JWTVerifyGetKey | undefined;
  readonly token: string;
}

/** OpenID Connect Back-Channel Logout §2.6. A replayed token ends what has ended already. */
async function verifyLogoutToken(
  { clientId }: OidcSettings,
  { config, keys, token }: LogoutToken,
): Promise<LogoutNotice | undefined> {
  const { issuer } = config.serverMetadata();
  if (keys === undefined) return undefined;
  try {
    // Not verified yet: a token for another client needs no keys.
    const { iss, aud } = decodeJwt(token);
    if (iss !== issuer || ![aud].flat().includes(clientId)) return undefined;
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: "10 minutes",
      requiredClaims: ["iat", "jti", "events"],
    });
    const events: unknown = payload["events"];
    const isLogout = typeof events === "object" && events !== null && logoutEvent in events;
    const subject = claimText(payload, "sub");
    const providerSessionId = claimText(payload, "sid");
    if (!isLogout || payload["nonce"] !== undefined) return undefined;
    if (subject === undefined && providerSessionId === undefined) return undefined;
    return { issuer, subject, providerSessionId };
  } catch (error) {
    if (error instanceof joseErrors.JOSEError && !(error instanceof joseErrors.JWKSTimeout)) return undefined;
    throw new ProviderUnavailable("the keys of the identity provider cannot be read", { cause: error });
  }
}
