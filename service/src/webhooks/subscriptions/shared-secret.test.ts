import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { rewrapTable } from "../../../test/rewrap-table.ts";
import { openSubscriptions, type SubscriptionsEnvironment } from "../../../test/subscriptions.ts";
import { createKeyRing, EnvelopeError, type KeyRing } from "../../kernel/envelope.ts";
import { parseId, tenantOf } from "../../kernel/id.ts";
import { webhookSubscriptions } from "../tables.ts";
import { openSecrets } from "./shared-secret.ts";
import { selectQueueSubscriptions } from "./store.ts";

let env: SubscriptionsEnvironment;

beforeAll(async () => {
  env = await openSubscriptions();
});

afterAll(() => env.stop());

const rotate = async (id: string, overlapSeconds: number): Promise<string> => {
  const body = { overlap_seconds: overlapSeconds };
  return (await env.send("POST", `/subscriptions/${id}/rotate-secret`, { body })).body.sharedSecret;
};

/** As clients send them. */
async function signing(
  text: string,
  {
    api,
    client,
    clock,
    keyRing,
  }: Pick<SubscriptionsEnvironment, "api" | "client" | "clock"> & {
    readonly keyRing: KeyRing;
  } = { ...env, keyRing: env.deps.keyRing },
): Promise<readonly string[]> {
  const [row] = await selectQueueSubscriptions(api.database, [keyOf(client, text)]);
  if (row === undefined) throw new Error("no subscription");
  return openSecrets(keyRing, row, clock.now()).map((secret) => secret.toString("base64url"));
}

function keyOf({ accountId }: Pick<TestClient, "accountId">, text: string) {
  const id = parseId<"webhook_subscription">(text);
  if (id === undefined) throw new Error("no id");
  return { tenantId: tenantOf(accountId), id };
}

test("the returned secret signs; during a rotation both do, the new one first", async () => {
  const { id, sharedSecret: first } = await env.create();
  expect(await signing(id)).toEqual([first]);
  const second = await rotate(id, 60);
  expect(await signing(id)).toEqual([second, first]);
  env.clock.advance(59_999);
  expect(await signing(id)).toEqual([second, first]);
  env.clock.advance(1);
  expect(await signing(id)).toEqual([second]);
});

test("a second rotation expires the oldest secret; without overlap only the new one is left", async () => {
  const { id } = await env.create();
  const second = await rotate(id, 3600);
  const third = await rotate(id, 60);
  expect(await signing(id)).toEqual([third, second]);
  const fourth = await rotate(id, 0);
  expect(await signing(id)).toEqual([fourth]);
});

test("subscriptions of many tenants are read at once, and secrets cannot be swapped", async () => {
  const other = await env.api.createClient();
  const [mine, theirs] = [await env.create(), await env.create(undefined, other)];
  const keys = [keyOf(env.client, mine.id), keyOf(other, theirs.id), keyOf(other, mine.id)];
  const rows = await selectQueueSubscriptions(env.api.database, keys);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([mine.id, theirs.id]));
  expect(rows).toHaveLength(2);
  const [one, another] = rows;
  if (one === undefined || another === undefined) throw new Error("no subscriptions");
  const swapped = { ...one, secret: another.secret };
  expect(() => openSecrets(env.deps.keyRing, swapped, env.clock.now())).toThrow(EnvelopeError);
});

test("secrets can be opened with the new master key alone after a rewrap", async () => {
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
    expect(await rewrapTable(deps, webhookSubscriptions)).toBe(3);
    expect(await rewrapTable(deps, webhookSubscriptions)).toBe(0);
    expect(await read(createKeyRing(newKey))).toEqual(before);
  } finally {
    await fresh.stop();
  }
});
