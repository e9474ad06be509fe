import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectedSubscription,
  openSubscriptions,
  type SubscriptionsEnvironment,
} from "../../../test/subscriptions.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { statement } from "../../db/statement.ts";

let env: SubscriptionsEnvironment;

beforeAll(async () => {
  env = await openSubscriptions();
});

afterAll(() => env.stop());

const pathSecret = "capability-9f2c";

test("a secret is in no other response, no log line, no audit log entry and nowhere in the database", async () => {
  const input = {
    body: expectedSubscription({ url: `https://hooks.example.com:8443/${pathSecret}` }),
    key: "secret-1",
  };
  const created = (await env.send("POST", "", input)).body;
  expect((await env.send("POST", "", input)).body).toEqual(created);
  const { id } = created;
  const rotations = [];
  for (const key of ["rotate-1", "rotate-2"])
    rotations.push((await env.send("POST", `/subscriptions/${id}/rotate-secret`, { key })).body);
  const secrets = [created, ...rotations].map(({ sharedSecret }): string => sharedSecret);
  expect(new Set(secrets).size).toBe(3);

  const others = [
    await env.send("GET", `/${id}`),
    await env.send("GET", ""),
    await env.send("PATCH", `/subscriptions/${id}`, { body: { description: "x" } }),
    await env.send("DELETE", `/subscriptions/${id}`),
    await env.send("POST", `/subscriptions/${id}/rotate-secret`),
  ];
  for (const { text } of others) expect(findSecrets(text, secrets)).toEqual([]);

  expect(env.lines.length).toBeGreaterThan(0);
  expect(findSecrets(env.lines.join("\n"), secrets)).toEqual([]);
  expect(env.lines.join("\n")).not.toContain(pathSecret);

  const dump = await dumpTables(env.api.database);
  const leaking = Object.entries(dump).filter(([, rows]) => findSecrets(rows, secrets).length > 0);
  expect(leaking.map(([table]) => table)).toEqual([]);
  expect(dump["webhook_subscriptions"]).toContain(id);
  expect(dump["audit_log"]).toContain(id);
});

/** As returned by the API, and as its bytes and its text appear in a bytea column. */
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

test("the audit log records each change, with only the host of a URL", async () => {
  const created = await env.create(
    expectedSubscription({ url: `https://hooks.example.com:8443/${pathSecret}` }),
  );
  const path = `/subscriptions/${created.id}`;
  await env.send("PATCH", path, { body: { url: "https://other.example.com/", status: "disabled" } });
  await env.send("POST", `${path}/rotate-secret`, { body: { overlap_seconds: 0 } });
  await env.send("DELETE", path);
  const entries = await env.api.database.rows(auditOf, [created.id]);
  expect(entries.map(({ action }) => action)).toEqual([
    "webhook_subscription.create",
    "webhook_subscription.update",
    "webhook_subscription.rotate_secret",
    "webhook_subscription.archive",
  ]);
  expect(entries[1]).toMatchObject({
    accountId: env.client.accountId,
    before: { url_host: "hooks.example.com:8443", status: "active", events: "transfer.*" },
    after: { url_host: "other.example.com", status: "disabled", disabled_reason: "requested" },
  });
  expect(JSON.stringify(entries)).not.toContain(pathSecret);
});

interface AuditRow {
  readonly action: string;
  readonly accountId: string;
  readonly before: object | undefined;
  readonly after: object;
}

const auditOf = statement<AuditRow>(`
  SELECT action, account_id, before, after FROM audit_log
  WHERE subject_type = 'webhook_subscription' AND subject_id = $1 ORDER BY id`);
