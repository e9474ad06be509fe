import type { JWK } from "jose";
import {
  bigint,
  bigintArray,
  boolean,
  bytea,
  jsonb,
  optional,
  sealed,
  text,
  textArray,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Scope } from "../http/scopes.ts";
import type { AccountId, ApplicationId, Id, Network, TenantId } from "../kernel/id.ts";
import type { PublicJwk } from "./public-jwk.ts";
import type { TokenId } from "./token-claims.ts";

export function serviceKeyContext({ name }: { readonly name: string }): string {
  return `service_keys/${name}`;
}

export function signingKeyContext({ kid }: { readonly kid: string }): string {
  return `signing_keys/${kid}`;
}

/** Public keys of applications for client assertions. */
export const applicationKeys = table({
  name: "application_keys",
  owner: "auth",
  place: "distributed",
  key: ["tenantId", "applicationId", "kid"],
  audited: ["application"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    applicationId: text<ApplicationId>(),
    kid: text(),
    jwk: jsonb<PublicJwk>(),
    createdAt: timestamptz(),
    revokedAt: optional(timestamptz()),
  },
});

/** Digests of client secrets, at most two valid ones per application. */
export const applicationSecrets = table({
  name: "application_secrets",
  owner: "auth",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["application"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<Id<"secret">>(),
    applicationId: text<ApplicationId>(),
    digest: bytea(),
    createdAt: timestamptz(),
    expiresAt: optional(timestamptz()),
  },
});

/** API clients, each of one account in one network. Its id is its client_id. */
export const applications = table({
  name: "applications",
  owner: "auth",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["application"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<ApplicationId>(),
    accountId: text<AccountId>(),
    name: text(),
    scopes: textArray<Scope>(),
    createdAt: timestamptz(),
    revokedAt: optional(timestamptz()),
    /** Addresses and ranges that it may be used from; empty for any. */
    allowedIps: textArray(),
    /** Its access tokens must be bound to a key (RFC 9449). */
    requiresDpop: boolean(),
    scopesRemovedAt: optional(timestamptz()),
  },
});

/** Recent failures and known clients at known addresses, for attempt limits. */
export const attemptRecords = table({
  name: "attempt_records",
  owner: "auth",
  place: "local",
  key: ["key"],
  columns: {
    key: bytea(),
    failedMs: bigintArray(),
    succeededMs: optional(bigint()),
    changedAt: timestamptz(),
  },
});

/** Used client assertions, deleted after they expire. */
export const clientAssertions = table({
  name: "client_assertions",
  owner: "auth",
  place: "distributed",
  key: ["tenantId", "applicationId", "jti"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    applicationId: text(),
    jti: text(),
    expiresAt: timestamptz(),
  },
});

/** The tenant and network of each client_id. */
export const clientDirectory = table({
  name: "client_directory",
  owner: "auth",
  place: "coordinator",
  key: ["clientId"],
  columns: {
    clientId: text(),
    tenantId: text<TenantId>(),
    network: text<Network>(),
  },
});

/** Access tokens revoked before they expired, deleted after they expire. */
export const revokedTokens = table({
  name: "revoked_tokens",
  owner: "auth",
  place: "distributed",
  key: ["tenantId", "jti"],
  audited: ["access_token"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    applicationId: text(),
    jti: text<TokenId>(),
    expiresAt: timestamptz(),
    revokedAt: timestamptz(),
  },
});

/** Internal keys of the service, sealed. */
export const serviceKeys = table({
  name: "service_keys",
  owner: "auth",
  place: "coordinator",
  key: ["name"],
  columns: {
    name: text(),
    sealed: sealed(serviceKeyContext),
    createdAt: timestamptz(),
  },
});

/** Keys that sign access tokens, private keys sealed. */
export const signingKeys = table({
  name: "signing_keys",
  owner: "auth",
  place: "coordinator",
  key: ["kid"],
  audited: ["signing_key"],
  columns: {
    kid: text(),
    alg: text(),
    publicJwk: jsonb<JWK>(),
    sealedPrivateKey: sealed(signingKeyContext),
    createdAt: timestamptz(),
    signsFrom: timestamptz(),
    /** Undefined while no later key is planned. */
    retiresAt: optional(timestamptz()),
  },
});
