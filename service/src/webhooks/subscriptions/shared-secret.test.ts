import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { testCause } from "../../../test/auth.ts";
import { openSubscriptions, type SubscriptionsWorld } from "../../../test/subscriptions.ts";
import { createKeyRing, EnvelopeError, type KeyRing } from "../../kernel/envelope.ts";
import { parseId, tenantOf } from "../../kernel/id.ts";
import { resealWebhookSecrets } from "./reseal-secrets.ts";
import { openSecrets } from "./shared-secret.ts";
import { selectLaneSubscriptions } from "./store.ts";

let world: SubscriptionsWorld;

beforeAll(async () => {
  world = await openSubscriptions();
});

afterAll(() => world.stop());

const rotate = async (id: string, overlapSeconds: number): Promise<string> => {
  const body = { overlap_seconds: overlapSeconds };
  return (await world.send("POST", `/subscriptions/${id}/rotate-secret`, { body })).body.sharedSecret;
};

/** As clients would write them. */
async function signing(
  text: string,
  {
    api,
    client,
    clock,
    keyRing,
  }: Pick<SubscriptionsWorld, "api" | "client" | "clock"> & {
    readonly keyRing: KeyRing;
  } = { ...world, keyRing: world.deps.keyRing },
): Promise<readonly string[]> {
  const [row] = await selectLaneSubscriptions(api.database, [keyOf(client, text)]);
  if (row === undefined) throw new Error("no subscription");
  return openSecrets(keyRing, row, clock.now()).map((secret) => secret.toString("base64url"));
}

function keyOf({ accountId }: Pick<TestClient, "accountId">, text: string) {
  const id = parseId<"webhook_subscription">(text);
  if (id === undefined) throw new Error("no id");
  return { tenantId: tenantOf(accountId), id };
}

test("what was shown is what signs; during a rotation both, the new one first", async () => {
  const { id, sharedSecret: first } = await world.create();
  expect(await signing(id)).toEqual([first]);
  const second = await rotate(id, 60);
  expect(await signing(id)).toEqual([second, first]);
  world.clock.advance(59_999);
  expect(await signing(id)).toEqual([second, first]);
  world.clock.advance(1);
  expect(await signing(id)).toEqual([second]);
});

test("a second rotation within the overlap ends the oldest one, and no overlap ends all but the new one", async () => {
  const { id } = await world.create();
  const second = await rotate(id, 3600);
  const third = await rotate(id, 60);
  expect(await signing(id)).toEqual([third, second]);
  const fourth = await rotate(id, 0);
  expect(await signing(id)).toEqual([fourth]);
});

test("subscriptions of many tenants are read in one go, and secrets cannot change places", async () => {
  const other = await world.api.createClient();
  const [mine, theirs] = [await world.create(), await world.create(undefined, other)];
  const keys = [keyOf(world.client, mine.id), keyOf(other, theirs.id), keyOf(other, mine.id)];
  const rows = await selectLaneSubscriptions(world.api.database, keys);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([mine.id, theirs.id]));
  expect(rows).toHaveLength(2);
  const [one, another] = rows;
  if (one === undefined || another === undefined) throw new Error("no subscriptions");
  const swapped = { ...one, secret: another.secret };
  expect(() => openSecrets(world.deps.keyRing, swapped, world.clock.now())).toThrow(EnvelopeError);
});

test("secrets can be read with a new master key alone, once they were sealed anew", async () => {
  const fresh = await openSubscriptions();
  try {
    const ids = [await fresh.create(), await fresh.create(), await fresh.create()].map(({ id }) => id);
    await fresh.send("POST", `/subscriptions/${ids[0]}/rotate-secret`);
    const read = (keyRing: KeyRing) => Promise.all(ids.map((id) => signing(id, { ...fresh, keyRing })));
    const before = await read(fresh.deps.keyRing);
    expect(before.map((secrets) => secrets.length)).toEqual([2, 1, 1]);
    const newKey = randomBytes(32);
    const keyRing = createKeyRing(newKey, [fresh.masterKey]);
    const deps = { ...fresh.deps, database: fresh.api.database, keyRing };
    expect(await resealWebhookSecrets(deps, { cause: testCause, batchSize: 2 })).toBe(4);
    expect(await resealWebhookSecrets(deps, { cause: testCause })).toBe(0);
    expect(await read(createKeyRing(newKey))).toEqual(before);
  } finally {
    await fresh.stop();
  }
});
