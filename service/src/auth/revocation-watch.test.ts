import { expect, test } from "vitest";
import { type AuthWorld, openAuthWorld, testCause } from "../../test/auth.ts";
import type { Database } from "../db/database.ts";
import type { Application } from "./application.ts";
import { insertRevokedToken } from "./revocation-store.ts";
import { createRevocationWatch } from "./revocation-watch.ts";
import { revokeApplication } from "./revoke-application.ts";
import type { TokenId } from "./token-claims.ts";

/** A database that can be taken away, and that counts how often it is asked. */
function breakable(database: Database) {
  const state = { isAway: false, asked: 0 };
  const wrapped: Database = {
    ...database,
    rows: async (statement, values) => {
      state.asked += 1;
      if (state.isAway) throw new Error("the database is away");
      return database.rows(statement, values);
    },
  };
  return { state, database: wrapped };
}

function tokenOf(world: AuthWorld, application: Application, jti: TokenId = world.newId<"token">()) {
  return { applicationId: application.id, jti };
}

const revoke = (world: AuthWorld, { tenantId, id }: Application) =>
  world.database.transaction((tx) =>
    revokeApplication(world, tx, { tenantId, applicationId: id, cause: testCause }),
  );

test("a revoked application is known at the next look, and at a request five seconds later at the latest", async () => {
  await using world = await openAuthWorld();
  const watch = createRevocationWatch(world);
  const { application } = await world.createApplication();
  const { application: other } = await world.createApplication();
  await watch.refresh();
  await revoke(world, application);
  world.clock.advance(4_999);
  expect(await watch.isRevoked(tokenOf(world, application))).toBe(false);
  world.clock.advance(1);
  expect(await watch.isRevoked(tokenOf(world, application))).toBe(true);
  expect(await watch.isRevoked(tokenOf(world, other))).toBe(false);
});

test("an application is remembered as revoked until its last token has expired, and not for ever", async () => {
  await using world = await openAuthWorld();
  const watch = createRevocationWatch(world);
  const { application } = await world.createApplication();
  await revoke(world, application);
  world.clock.advance(3600_000);
  expect(await watch.isRevoked(tokenOf(world, application))).toBe(true);
  world.clock.advance(3600_000);
  expect(await watch.isRevoked(tokenOf(world, application))).toBe(false);
});

test("a single token is revoked without its neighbours", async () => {
  await using world = await openAuthWorld();
  const watch = createRevocationWatch(world);
  const { application } = await world.createApplication();
  const token = tokenOf(world, application);
  const now = world.clock.now();
  const { tenantId, accountId, network, scopes } = application;
  const claims = { ...token, tenantId, accountId, network, scopes, issuedAt: now, expiresAt: now };
  await insertRevokedToken(world.database, claims, now);
  expect(await watch.isRevoked(token)).toBe(true);
  expect(await watch.isRevoked(tokenOf(world, application))).toBe(false);
});

test("while the database is away requests are served for five seconds, then refused, then served again", async () => {
  await using world = await openAuthWorld();
  const { state, database } = breakable(world.database);
  const watch = createRevocationWatch({ database, clock: world.clock });
  const { application } = await world.createApplication();
  const token = tokenOf(world, application);
  await watch.refresh();
  state.isAway = true;
  world.clock.advance(4_999);
  expect(await watch.isRevoked(token)).toBe(false);
  world.clock.advance(1);
  const refusal = { refusal: { code: "dependency_unavailable", retryAfterSeconds: 1 } };
  await expect(watch.isRevoked(token)).rejects.toMatchObject(refusal);
  state.isAway = false;
  expect(await watch.isRevoked(token)).toBe(false);
});

test("a crowd of requests shares one look at the database", async () => {
  await using world = await openAuthWorld();
  const { state, database } = breakable(world.database);
  const watch = createRevocationWatch({ database, clock: world.clock });
  const { application } = await world.createApplication();
  await Promise.all(Array.from({ length: 50 }, () => watch.isRevoked(tokenOf(world, application))));
  expect(state.asked).toBe(2);
});

/** A database whose answers are held back until the gate is opened. */
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

test("catching up sees what was revoked while an earlier look was under way", async () => {
  await using world = await openAuthWorld();
  const { gate, database } = gated(world.database);
  const watch = createRevocationWatch({ database, clock: world.clock });
  const { application } = await world.createApplication();
  const early = watch.refresh();
  await revoke(world, application);
  const caughtUp = watch.catchUp();
  gate.open();
  await Promise.all([early, caughtUp]);
  expect(await watch.isRevoked(tokenOf(world, application))).toBe(true);
});

test("a look that took too long is made again for the request that waited for it", async () => {
  await using world = await openAuthWorld();
  const { gate, database } = gated(world.database);
  const watch = createRevocationWatch({ database, clock: world.clock });
  const { application } = await world.createApplication();
  const slow = watch.refresh();
  world.clock.advance(5_000);
  const answer = watch.isRevoked(tokenOf(world, application));
  gate.open();
  await slow;
  expect(await answer).toBe(false);
});

test("a clock that steps back does not make an old look fresh", async () => {
  await using world = await openAuthWorld();
  const { state, database } = breakable(world.database);
  const watch = createRevocationWatch({ database, clock: world.clock });
  await watch.refresh();
  world.clock.advance(-60_000);
  const { application } = await world.createApplication();
  await watch.isRevoked(tokenOf(world, application));
  expect(state.asked).toBe(4);
});
