import { expect, test } from "vitest";
import { openAuthWorld, testCause } from "../../test/auth.ts";
import { statement } from "../db/statement.ts";
import { addMs } from "../kernel/instant.ts";
import { claimAssertion, insertRevokedToken } from "./revocation-store.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";
import { sweepAuth } from "./sweep-auth.ts";

const countAll = statement(`
  SELECT (SELECT count(*) FROM revoked_tokens)::int AS tokens,
         (SELECT count(*) FROM client_assertions)::int AS assertions,
         (SELECT count(*) FROM signing_keys)::int AS keys`);

test("what has expired for an hour is removed, and nothing else", async () => {
  await using world = await openAuthWorld();
  const { application } = await world.createApplication();
  const { tenantId, accountId, network, scopes, id: applicationId } = application;
  const expiresAt = addMs(world.clock.now(), 1000);
  const claims = {
    applicationId,
    tenantId,
    accountId,
    network,
    scopes,
    issuedAt: world.clock.now(),
    expiresAt,
  };
  await insertRevokedToken(world.database, { ...claims, jti: world.newId<"token">() }, world.clock.now());
  await claimAssertion(world.database, application, { jti: "one", usableUntil: expiresAt });
  await world.database.transaction((tx) => rotateSigningKey(world, tx, { cause: testCause }));
  await world.database.transaction((tx) =>
    rotateSigningKey(world, tx, { isEmergency: true, cause: testCause }),
  );

  world.clock.advance(3600_000 - 1);
  await sweepAuth(world.database, world.clock);
  expect(await world.database.first(countAll)).toEqual({ tokens: 1, assertions: 1, keys: 2 });
  world.clock.advance(1001);
  await sweepAuth(world.database, world.clock);
  expect(await world.database.first(countAll)).toEqual({ tokens: 0, assertions: 0, keys: 1 });
});
