import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openSubscriptions,
  type SubscriptionsWorld,
  wantedSubscription,
} from "../../../test/subscriptions.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { statement } from "../../db/statement.ts";

let world: SubscriptionsWorld;

beforeAll(async () => {
  world = await openSubscriptions();
});

afterAll(() => world.stop());

const pathSecret = "capability-9f2c";

test("a secret is in no other answer, no log line, no audit entry and nowhere in the database", async () => {
  const wish = {
    body: wantedSubscription({ url: `https://hooks.example.com:8443/${pathSecret}` }),
    key: "secret-1",
  };
  const created = (await world.send("POST", "", wish)).body;
  expect((await world.send("POST", "", wish)).body).toEqual(created);
  const { id } = created;
  const rotations = [];
  for (const key of ["rotate-1", "rotate-2"])
    rotations.push((await world.send("POST", `/subscriptions/${id}/rotate-secret`, { key })).body);
  const secrets = [created, ...rotations].map(({ sharedSecret }): string => sharedSecret);
  expect(new Set(secrets).size).toBe(3);

  const others = [
    await world.send("GET", `/${id}`),
    await world.send("GET", ""),
    await world.send("PATCH", `/subscriptions/${id}`, { body: { description: "x" } }),
    await world.send("DELETE", `/subscriptions/${id}`),
    await world.send("POST", `/subscriptions/${id}/rotate-secret`),
  ];
  for (const { text } of others) expect(findSecrets(text, secrets)).toEqual([]);

  expect(world.lines.length).toBeGreaterThan(0);
  expect(findSecrets(world.lines.join("\n"), secrets)).toEqual([]);
  expect(world.lines.join("\n")).not.toContain(pathSecret);

  const dump = await dumpTables(world.api.database);
  const leaking = Object.entries(dump).filter(([, rows]) => findSecrets(rows, secrets).length > 0);
  expect(leaking.map(([table]) => table)).toEqual([]);
  expect(dump["webhook_subscriptions"]).toContain(id);
  expect(dump["audit_log"]).toContain(id);
});

/** As it is shown, and as its bytes and its text look in a column of bytes. */
function findSecrets(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => {
    const forms = [
      secret,
      Buffer.from(secret, "base64url").toString("hex"),
      Buffer.from(secret).toString("hex"),
    ];
    return forms.some((form) => text.includes(form));
  });
}

test("the audit log tells each change, and of an address only its host", async () => {
  const created = await world.create(
    wantedSubscription({ url: `https://hooks.example.com:8443/${pathSecret}` }),
  );
  const path = `/subscriptions/${created.id}`;
  await world.send("PATCH", path, { body: { url: "https://other.example.com/", status: "disabled" } });
  await world.send("POST", `${path}/rotate-secret`, { body: { overlap_seconds: 0 } });
  await world.send("DELETE", path);
  const entries = await world.api.database.rows<AuditRow>(auditOf, [created.id]);
  expect(entries.map(({ action }) => action)).toEqual([
    "webhook_subscription.create",
    "webhook_subscription.update",
    "webhook_subscription.rotate_secret",
    "webhook_subscription.archive",
  ]);
  expect(entries[1]).toMatchObject({
    account_id: world.client.accountId,
    before: { url_host: "hooks.example.com:8443", status: "active", events: "transfer.*" },
    after: { url_host: "other.example.com", status: "disabled", disabled_reason: "asked" },
  });
  expect(JSON.stringify(entries)).not.toContain(pathSecret);
});

interface AuditRow {
  readonly action: string;
  readonly account_id: string;
  readonly before: object | null;
  readonly after: object;
}

const auditOf = statement(`
  SELECT action, account_id, before, after FROM audit_log
  WHERE subject_type = 'webhook_subscription' AND subject_id = $1 ORDER BY id`);
