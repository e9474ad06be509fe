import { exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { type AuthEnvironment, openAuthEnvironment, testCause } from "../../test/auth.ts";
import { unaudited } from "../../test/unaudited.ts";
import type { Database } from "../db/database.ts";
import type { Application } from "./application.ts";
import { addApplicationKey, revokeApplicationKey } from "./application-keys.ts";
import { insertRevokedToken } from "./revocation-store.ts";
import { createRevocationWatch } from "./revocation-watch.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { selectLiveSecrets, updateRestrictions } from "./store.ts";
import type { TokenId } from "./token-claims.ts";

/** Revoked applications, revoked tokens, restrictions, removed scopes, secrets and keys that end. */
const queriesPerRefresh = 6;

/** A database that can be made unavailable and that counts queries. */
function breakable(database: Database) {
  const state = { isAway: false, isPartlyAway: false, queries: 0 };
  const wrapped: Database = {
    ...database,
    rows: async (statement, values) => {
      state.queries += 1;
      if (state.isAway || state.isPartlyAway) throw new Error("the database is unavailable");
      return database.rows(statement, values);
    },
    first: async (statement, values) => {
      if (state.isAway) throw new Error("the database is unavailable");
      return database.first(statement, values);
    },
  };
  return { state, database: wrapped };
}

function tokenOf(env: AuthEnvironment, application: Application, jti: TokenId = env.newId<"token">()) {
  return {
    tenantId: application.tenantId,
    applicationId: application.id,
    jti,
    credential: "key:2026-11" as const,
  };
}

const revoke = (env: AuthEnvironment, { tenantId, id }: Application) =>
  env.database.transaction((tx) =>
    revokeApplication(env, tx, { tenantId, applicationId: id, cause: testCause }),
  );

function revokeToken(env: AuthEnvironment, application: Application, jti: TokenId): Promise<boolean> {
  const now = env.clock.now();
  const { id: applicationId, tenantId, accountId, network, scopes } = application;
  const claims = {
    jti,
    applicationId,
    tenantId,
    accountId,
    network,
    scopes,
    jkt: undefined,
    credential: "key:2026-11" as const,
  };
  return insertRevokedToken(unaudited(env.database), { ...claims, expiresAt: now, revokedAt: now });
}

test("a revoked application is known at the next refresh, and within five seconds at the latest", async () => {
  await using env = await openAuthEnvironment();
  const watch = createRevocationWatch(env);
  const { application } = await env.createApplication();
  const { application: other } = await env.createApplication();
  await watch.refresh();
  await revoke(env, application);
  env.clock.advance(4_999);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(false);
  env.clock.advance(1);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(true);
  expect(await watch.isRevoked(tokenOf(env, other))).toBe(false);
});

test("an application is kept as revoked until its last token has expired, not permanently", async () => {
  await using env = await openAuthEnvironment();
  const watch = createRevocationWatch(env);
  const { application } = await env.createApplication();
  await revoke(env, application);
  env.clock.advance(3600_000);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(true);
  env.clock.advance(3600_000);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(false);
});

test("revoking one token does not affect other tokens of the application", async () => {
  await using env = await openAuthEnvironment();
  const watch = createRevocationWatch(env);
  const { application } = await env.createApplication();
  const token = tokenOf(env, application);
  await revokeToken(env, application, token.jti);
  expect(await watch.isRevoked(token)).toBe(true);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(false);
});

test.each(["all tenants can be read", "only the own tenant can be read"] as const)(
  "a token ends with the secret that it was issued for, when %s",
  async (which) => {
    await using env = await openAuthEnvironment();
    const { state, database } = breakable(env.database);
    state.isPartlyAway = which === "only the own tenant can be read";
    const watch = createRevocationWatch({ database, clock: env.clock });
    const { application } = await env.createApplication();
    const [secret] = await selectLiveSecrets(env.database, tokenOf(env, application), env.clock.now());
    const token = { ...tokenOf(env, application), credential: `secret:${secret?.id}` } as const;
    expect(await watch.isRevoked(token)).toBe(false);
    const request = { ...tokenOf(env, application), cause: testCause };
    await env.database.transaction((tx) => rotateSecret(env, tx, { ...request, overlapSeconds: 60 }));
    env.clock.advance(59_999);
    expect(await watch.isRevoked(token)).toBe(false);
    env.clock.advance(1);
    expect(await watch.isRevoked(token)).toBe(true);
    expect(await watch.isRevoked({ ...token, credential: `secret:${env.newId()}` })).toBe(false);
    // The token itself has expired by then.
    env.clock.advance(2 * 3600_000);
    if (!state.isPartlyAway) expect(await watch.isRevoked(token)).toBe(false);
  },
);

test("a token ends with the key that signed its assertion, and no other application's key of that name", async () => {
  await using env = await openAuthEnvironment();
  const watch = createRevocationWatch(env);
  const [{ application }, { application: other }] = [
    await env.createApplication(),
    await env.createApplication(),
  ];
  const jwk = await exportJWK((await generateKeyPair("ES256")).publicKey);
  const request = { ...tokenOf(env, application), cause: testCause };
  await env.database.transaction((tx) =>
    addApplicationKey(env, tx, { ...request, jwk: { ...jwk, kid: "signer", alg: "ES256" } }),
  );
  await env.database.transaction((tx) => revokeApplicationKey(env, tx, { ...request, kid: "signer" }));
  expect(await watch.isRevoked({ ...request, credential: "key:signer" })).toBe(true);
  expect(await watch.isRevoked({ ...request, credential: "key:other" })).toBe(false);
  expect(await watch.isRevoked({ ...tokenOf(env, other), credential: "key:signer" })).toBe(false);
});

test("during a database outage requests are served for five seconds, then refused, then served again", async () => {
  await using env = await openAuthEnvironment();
  const { state, database } = breakable(env.database);
  const watch = createRevocationWatch({ database, clock: env.clock });
  const { application } = await env.createApplication();
  const token = tokenOf(env, application);
  await watch.refresh();
  state.isAway = true;
  env.clock.advance(4_999);
  expect(await watch.isRevoked(token)).toBe(false);
  env.clock.advance(1);
  const refusal = { refusal: { code: "dependency_unavailable", retryAfterSeconds: 1 } };
  await expect(watch.isRevoked(token)).rejects.toMatchObject(refusal);
  state.isAway = false;
  expect(await watch.isRevoked(token)).toBe(false);
});

test("while other tenants cannot be read, requests are checked with the rows of their own tenant", async () => {
  await using env = await openAuthEnvironment();
  const { state, database } = breakable(env.database);
  const watch = createRevocationWatch({ database, clock: env.clock });
  const { application } = await env.createApplication();
  const { application: other } = await env.createApplication();
  const [token, otherToken] = [tokenOf(env, application), tokenOf(env, other)];
  await watch.refresh();
  const restrictions = { allowedIps: ["192.0.2.1"], requiresDpop: true };
  await env.database.transaction((tx) => updateRestrictions(unaudited(tx), { ...other, ...restrictions }));
  state.isPartlyAway = true;
  env.clock.advance(5_000);
  expect(await watch.isRevoked(token)).toBe(false);
  expect(await watch.allowedUseOf(otherToken)).toMatchObject(restrictions);
  await revokeToken(env, application, token.jti);
  await revoke(env, other);
  expect(await watch.isRevoked(token)).toBe(true);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(false);
  expect(await watch.isRevoked(otherToken)).toBe(true);
});

test("concurrent requests share one database query", async () => {
  await using env = await openAuthEnvironment();
  const { state, database } = breakable(env.database);
  const watch = createRevocationWatch({ database, clock: env.clock });
  const { application } = await env.createApplication();
  await Promise.all(Array.from({ length: 50 }, async () => watch.isRevoked(tokenOf(env, application))));
  expect(state.queries).toBe(queriesPerRefresh);
});

/** A database whose results are held until the gate opens. */
function gated(database: Database) {
  const gate: { open: () => void } = { open: () => {} };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const wrapped: Database = {
    ...database,
    rows: async (statement, values) => {
      const rows = await database.rows(statement, values);
      await opened;
      return rows as never;
    },
  };
  return { gate, database: wrapped };
}

test("catching up includes revocations made while an earlier refresh was in progress", async () => {
  await using env = await openAuthEnvironment();
  const { gate, database } = gated(env.database);
  const watch = createRevocationWatch({ database, clock: env.clock });
  const { application } = await env.createApplication();
  const early = watch.refresh();
  await revoke(env, application);
  const caughtUp = watch.catchUp();
  gate.open();
  await Promise.all([early, caughtUp]);
  expect(await watch.isRevoked(tokenOf(env, application))).toBe(true);
});

test("a refresh that took too long is repeated for the request that waited for it", async () => {
  await using env = await openAuthEnvironment();
  const { gate, database } = gated(env.database);
  const watch = createRevocationWatch({ database, clock: env.clock });
  const { application } = await env.createApplication();
  const slow = watch.refresh();
  env.clock.advance(5_000);
  const isRevoked = watch.isRevoked(tokenOf(env, application));
  gate.open();
  await slow;
  expect(await isRevoked).toBe(false);
});

test("a clock that steps back does not make stale data fresh", async () => {
  await using env = await openAuthEnvironment();
  const { state, database } = breakable(env.database);
  const watch = createRevocationWatch({ database, clock: env.clock });
  await watch.refresh();
  env.clock.advance(-60_000);
  const { application } = await env.createApplication();
  await watch.isRevoked(tokenOf(env, application));
  expect(state.queries).toBe(2 * queriesPerRefresh);
});
