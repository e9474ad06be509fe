import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { openPayments, received } from "../../test/payments.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { platformTenant } from "../kernel/id.ts";
import { rewrapPayments } from "./rewrap-payments.ts";
import { selectHeld } from "./suspense/store.ts";

test("rewrapped bank data can be read with the new master key alone", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const env = await openPayments({ deployment: { database, masterKey: oldKey } });
  const unmatched = { tenantId: platformTenant, network: "testnet" } as const;
  await env.hear([received(), received(), received()], unmatched);
  const deps = { database, clock: env.clock, newId: env.newId, keyRing: createKeyRing(newKey, [oldKey]) };
  expect(await rewrapPayments(deps, { cause: testCause, batchSize: 2 })).toBe(3);
  expect(await rewrapPayments(deps, { cause: testCause })).toBe(0);
  const held = await selectHeld({ keyRing: createKeyRing(newKey) }, database, { afterId: "", limit: 10 });
  expect(held.map(({ details }) => details.senderName)).toEqual(Array(3).fill("Wilhelmina Vanderquack"));
});
