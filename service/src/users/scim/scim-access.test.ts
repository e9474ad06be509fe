import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser } from "../../../test/console.ts";
import { createTestToken, patch, sendScim } from "../../../test/scim.ts";
import { unaudited } from "../../../test/unaudited.ts";
import { loadAccessGraph } from "../../access/index.ts";
import { readAudit } from "../../audit/index.ts";
import type { UserId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { insertIdentity, selectIdentity } from "../sso/store.ts";
import { selectUser } from "../store.ts";

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startTestApi({
    environment: {
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_CLIENT_ID: "florin",
      OIDC_CLIENT_SECRET: "never used here",
      OIDC_GROUPS_FROM: "scim",
      OIDC_ROLE_MAP: JSON.stringify({
        Treasury: "operator:treasury",
        "externalId:support-id": "operator:support",
      }),
    },
  });
  token = await createTestToken(api);
});
afterAll(() => api.stop());

const scim = (method: string, path: string, body?: unknown, bearer = token) =>
  sendScim(api, bearer, { method, path, body });

let users = 0;

function newUser() {
  users += 1;
  return {
    userName: `user${users}@example.com`,
    externalId: `id${users}`,
    displayName: "User",
    active: true,
  };
}

async function provision(user: object = newUser()): Promise<UserId> {
  const { status, body } = await scim("POST", "/Users", user);
  expect(status).toBe(201);
  return body.id;
}

const roleOf = async (userId: UserId) => (await selectUser(api.database, { id: userId }))?.operatorRole;

test("SCIM doesn't enable a user that an admin disabled, nor one without a word about it", async () => {
  const user = newUser();
  const created = await provision(user);
  const path = `/Users/${created}`;
  const admin = await createUser(api, { operatorRole: "admin" });
  expect((await admin.post(`/console/api/users/${created}/disable`)).status).toBe(204);
  expect((await scim("PUT", path, user)).body.active).toBe(false);
  expect((await scim("PATCH", path, patch({ op: "replace", value: { active: true } }))).body.active).toBe(
    false,
  );
  expect((await scim("DELETE", path)).status).toBe(204);
  expect((await scim("POST", "/Users", user)).body).toMatchObject({ id: created, active: false });
  expect((await admin.post(`/console/api/users/${created}/enable`)).status).toBe(204);
  const { active: _, ...silent } = user;
  expect((await scim("PUT", path, silent)).body.active).toBe(true);
  expect((await scim("PUT", path, { ...user, active: false })).body.active).toBe(false);
  expect((await scim("PUT", path, silent)).body.active).toBe(false);
  const changes = async () => (await loadAccessGraph(api.database, [created])).get(created)?.length ?? 0;
  const before = await changes();
  expect((await scim("PUT", path, user)).body.active).toBe(true);
  expect(await changes()).toBe(before + 1);
});

test("an identity ends with the provisioned user: the next one with the email is another", async () => {
  const user = newUser();
  const userId = await provision(user);
  const identity = { issuer: "http://127.0.0.1:9", subject: "earlier" };
  await insertIdentity(unaudited(api.database), { ...identity, userId, createdAt: systemClock.now() });
  expect((await scim("DELETE", `/Users/${userId}`)).status).toBe(204);
  expect(await provision({ ...user, externalId: "another" })).toBe(userId);
  expect(await selectIdentity(api.database, identity)).toBeUndefined();
});

test("the role map names a group by its name, or by its external id with a prefix, and never by the other", async () => {
  const userId = await provision();
  const members = [{ value: userId }];
  const groups = [
    { displayName: "support-id", members },
    { displayName: "externalId:support-id", members },
    { displayName: "Others", externalId: "Treasury", members },
  ];
  for (const group of groups) expect((await scim("POST", "/Groups", group)).status).toBe(201);
  expect(await roleOf(userId)).toBeUndefined();
  const named = { displayName: "Helpdesk", externalId: "support-id", members };
  expect((await scim("POST", "/Groups", named)).status).toBe(201);
  expect(await roleOf(userId)).toBe("support");
  const again = await scim("POST", "/Groups", { ...named, displayName: "Another" });
  expect(again).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
});

test("the audit log says which group was changed how, and which attributes of a user", async () => {
  const user = newUser();
  const userId = await provision(user);
  const group = { displayName: "Audited", externalId: "audited", members: [{ value: userId }] };
  const { body: created } = await scim("POST", "/Groups", group);
  await scim("PATCH", `/Groups/${created.id}`, patch({ op: "replace", value: { displayName: "Renamed" } }));
  await scim("PUT", `/Users/${userId}`, { ...user, displayName: "Another" });
  const entries = await readAudit(api.database, { limit: 10 });
  const afterOf = (action: string, id: string) =>
    entries.filter((entry) => entry.action === action && entry.subject.id === id).map(({ after }) => after);
  expect(afterOf("scim_group.write", created.id)).toMatchObject([
    { display_name: "Renamed", added: "", removed: "" },
    { display_name: "Audited", external_id: "audited", added: userId, removed: "" },
  ]);
  expect(afterOf("user.update_profile", userId)).toEqual([{ source: "scim", changed: "name" }]);
});

test("wrong tokens are limited, and never keep a valid one out", async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < 12; count += 1) {
    statuses.add((await scim("GET", "/Users", undefined, "wrong")).status);
  }
  expect([...statuses]).toEqual([401, 429]);
  expect((await scim("GET", "/Users")).status).toBe(200);
});
