import { expect, test } from "vitest";
import { asOnCitus } from "../../test/as-on-citus.ts";
import { createTestDatabase } from "../../test/database.ts";
import type { Transaction } from "../db/database.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { type Claim, findResponses, idempotencyKey, type StoredResponse, storeResponses } from "./store.ts";

test("the function that Citus calls stores the same responses as the statement, and each key once", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const now = instantFromMs(0);
  const newId = createIdFactory({ now: () => now });
  const [tenantId, callerId] = [tenantOf(newId<"account">()), newId<"application">()];
  const responsesOf = (name: string): readonly StoredResponse[] => {
    const claim = (key: string): Claim => ({
      tenantId,
      network: "testnet",
      callerId,
      key: `${name}${key}`,
      fingerprint: Buffer.from([0, 1, 255]),
    });
    return [
      {
        claim: claim("1"),
        status: 201,
        headers: { location: 'a "b", \\c' },
        body: Buffer.from("{}"),
        sealed: false,
      },
      { claim: claim("2"), status: 204, headers: {}, body: undefined, sealed: true },
    ];
  };
  const stored = [];
  for (const [name, on] of Object.entries({ statement: (tx: Transaction) => tx, function: asOnCitus })) {
    const responses = responsesOf(name);
    const claims = responses.map(({ claim }) => claim);
    const store = () => database.transaction(async (tx) => storeResponses(on(tx), responses, now));
    await store();
    await expect(store()).rejects.toMatchObject({ code: "23505" });
    const found = await findResponses(database, claims);
    stored.push(claims.map((claim) => ({ ...found.get(idempotencyKey(claim)), key: undefined })));
  }
  expect(stored[0]?.map(({ status }) => status)).toEqual([201, 204]);
  expect(stored[1]).toEqual(stored[0]);
});
