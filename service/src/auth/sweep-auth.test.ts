import { expect, test } from "vitest";
import { openAuthEnvironment, testCause } from "../../test/auth.ts";
import { unaudited } from "../../test/unaudited.ts";
import { statement } from "../db/statement.ts";
import { addMs } from "../kernel/instant.ts";
import { claimAssertion, insertRevokedToken } from "./revocation-store.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";
import { sweepAuth } from "./sweep-auth.ts";

const countAll = statement(`
  SELECT (SELECT count(*) FROM revoked_tokens)::int AS tokens,
         (SELECT count(*) FROM client_assertions)::int AS assertions,
         (SELECT count(*) FROM signing_keys)::int AS keys`);

test("only data that expired more than an hour ago is deleted", async () => {
  await using env = await openAuthEnvironment();
  const { application } = await env.createApplication();
  const { tenantId, accountId, network, scopes, id: applicationId } = application;
  const expiresAt = addMs(env.clock.now(), 1000);
  const claims = {
    applicationId,
    tenantId,
    accountId,
    network,
    scopes,
    issuedAt: env.clock.now(),
    expiresAt,
    jkt: undefined,
    credential: "key:2026-11" as const,
  };
  const revokedAt = env.clock.now();
  await insertRevokedToken(unaudited(env.database), { ...claims, jti: env.newId<"token">(), revokedAt });
  await claimAssertion(env.database, application, { jti: "one", usableUntil: expiresAt });
  await env.database.transaction((tx) => rotateSigningKey(env, tx, { cause: testCause }));
  await env.database.transaction((tx) => rotateSigningKey(env, tx, { isEmergency: true, cause: testCause }));

  env.clock.advance(3600_000 - 1);
  await sweepAuth(env.database, env.clock);
  expect(await env.database.first(countAll)).toEqual({ tokens: 1, assertions: 1, keys: 2 });
  env.clock.advance(1001);
  await sweepAuth(env.database, env.clock);
  expect(await env.database.first(countAll)).toEqual({ tokens: 0, assertions: 0, keys: 1 });
});
