import type { JWTPayload } from "jose";
import { isScope, type Scope } from "../http/scopes.ts";
import type { TenantId } from "../kernel/id.ts";
import {
  type AccountId,
  type ApplicationId,
  type Id,
  type Network,
  networks,
  parseId,
  tenantOf,
} from "../kernel/id.ts";
import { type Instant, instantFromMs } from "../kernel/instant.ts";

export type TokenId = Id<"token">;

/** Claims of an access token. */
export interface TokenClaims {
  readonly jti: TokenId;
  readonly applicationId: ApplicationId;
  readonly accountId: AccountId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly scopes: readonly Scope[];
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  /** Thumbprint of the key that the token is bound to (RFC 9449 §6.1); undefined for a bearer token. */
  readonly jkt: string | undefined;
  /** The secret or key that proved the client, with which the token ends. */
  readonly credential: Credential;
}

/** Claims that decide whether a token has been revoked. */
export type CheckedClaims = Pick<TokenClaims, "tenantId" | "applicationId" | "jti" | "credential">;

/** The id of a secret or the `kid` of a key. */
export type Credential = `secret:${string}` | `key:${string}`;

/** Issuer and audience of the tokens. */
export interface TokenParties {
  readonly issuer: string;
  readonly audience: string;
}

export const tokenLifetimeSeconds = 3600;
export const tokenLifetimeMs = tokenLifetimeSeconds * 1000;

/** RFC 9068 §2.2, plus four claims of our own, so that a request needs no lookup. */
export function writeClaims(claims: TokenClaims, { issuer, audience }: TokenParties): JWTPayload {
  return {
    iss: issuer,
    aud: audience,
    sub: claims.applicationId,
    client_id: claims.applicationId,
    jti: claims.jti,
    iat: claims.issuedAt / 1000,
    exp: claims.expiresAt / 1000,
    scope: claims.scopes.join(" "),
    tenant_id: claims.tenantId,
    account_id: claims.accountId,
    network: claims.network,
    credential: claims.credential,
    ...(claims.jkt === undefined ? {} : { cnf: { jkt: claims.jkt } }),
  };
}

/** Undefined if this service did not issue the token, or not for this audience. */
export function readClaims(payload: unknown, { issuer, audience }: TokenParties): TokenClaims | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const claims: Readonly<Record<string, unknown>> = { ...payload };
  if (claims["iss"] !== issuer || claims["aud"] !== audience) return undefined;
  const jti = readId<"token">(claims["jti"]);
  const applicationId = readId<"application">(claims["client_id"]);
  const accountId = readId<"account">(claims["account_id"]);
  const tenant = readId<"account">(claims["tenant_id"]);
  const network = networks.find((known) => known === claims["network"]);
  const issuedAt = readSeconds(claims["iat"]);
  const expiresAt = readSeconds(claims["exp"]);
  const { scope, cnf } = claims;
  const jkt = readThumbprint(cnf);
  const credential = readCredential(claims["credential"]);
  if (jti === undefined || applicationId === undefined || accountId === undefined || tenant === undefined)
    return undefined;
  if (network === undefined || issuedAt === undefined || expiresAt === undefined) return undefined;
  if (credential === undefined) return undefined;
  // A confirmation that this build cannot check must not make a bearer token.
  if (typeof scope !== "string" || (cnf !== undefined && jkt === undefined)) return undefined;
  // A scope that a later build removed grants nothing here.
  const scopes = scope.split(" ").filter(isScope);
  const tenantId = tenantOf(tenant);
  return { jti, applicationId, accountId, tenantId, network, scopes, issuedAt, expiresAt, jkt, credential };
}

function readCredential(value: unknown): Credential | undefined {
  return typeof value === "string" ? (value as Credential) : undefined;
}

function readThumbprint(cnf: unknown): string | undefined {
  const { jkt } = (cnf ?? {}) as { readonly jkt?: unknown };
  return typeof jkt === "string" ? jkt : undefined;
}

function readId<Kind extends string>(value: unknown): Id<Kind> | undefined {
  return typeof value === "string" ? parseId<Kind>(value) : undefined;
}

function readSeconds(value: unknown): Instant | undefined {
  return Number.isSafeInteger(value) ? instantFromMs(Number(value) * 1000) : undefined;
}
