import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../test/addresses.ts";
import { basicAuthorization } from "../../test/api.ts";
import { createUser, type TestUser, type UserOptions } from "../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../test/transfer-fixture.ts";
import { statement } from "../db/statement.ts";

/* One individual with several mailboxes or applications remains one. */

let api: TransferApi;
let fixture: Fixture;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fund(fixture.anna, "FUSD", 1_000n);
  ada = await member();
  bob = await member();
  for (const approver of ["admin", "application"]) {
    const operation = approver === "admin" ? "transfer" : "external_address";
    const rule = { operation, approvals: 1, approver_roles: [approver] };
    expect((await fixture.post("/approval-rules", rule)).status).toBe(201);
  }
});
afterAll(() => api.stop());

const member = (options: UserOptions = {}) =>
  createUser(api, { memberOf: fixture.client.accountId, memberRole: "admin", ...options });
const workspace = () => `/console/api/workspaces/${fixture.client.accountId}/testnet`;
const account = () => `${workspace()}/accounts/${fixture.client.accountId}`;
const approve = (user: TestUser, id: string) => user.post(`${account()}/approvals/${id}/approve`, {});

const transfer = () => ({
  amount: { value: "10.00", currency: "USD" },
  source: fixture.on(fixture.anna),
  destination: fixture.on(fixture.bert),
});
const keyed = () => ({ headers: { "idempotency-key": crypto.randomUUID() } });

async function requestBy(user: TestUser): Promise<string> {
  const waiting = await user.post(`${account()}/transfers`, transfer(), keyed());
  expect(waiting.status).toBe(202);
  return waiting.body.id;
}

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

async function tokenOf({ client_id, client_secret }: Credentials): Promise<string> {
  const reply = await api.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: { authorization: basicAuthorization(client_id, client_secret) },
  });
  return reply.body.access_token;
}

async function createBy(user: TestUser, scopes: readonly string[]): Promise<Credentials> {
  const created = await user.post(`${workspace()}/applications`, { name: "Mine", scopes }, keyed());
  expect(created.status).toBe(201);
  return { client_id: created.body.application.client_id, client_secret: created.body.client_secret };
}

async function rotateBy(user: TestUser, client_id: string): Promise<Credentials> {
  const path = `${workspace()}/applications/${client_id}/rotate-secret`;
  const rotated = await user.post(path, { overlap_seconds: 0 }, keyed());
  expect(rotated.status).toBe(200);
  return { client_id, client_secret: rotated.body.client_secret };
}

async function requestWith(credentials: Credentials): Promise<string> {
  const token = await tokenOf(credentials);
  const waiting = await api.request("POST", `/accounts/${fixture.client.accountId}/transfers`, {
    token,
    body: transfer(),
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  expect(waiting.status).toBe(202);
  return waiting.body.id;
}

/** As if their access had changed two days ago. */
async function age(...identities: readonly string[]): Promise<void> {
  await api.database.run(
    statement(
      "UPDATE access_changes SET changed_at = changed_at - interval '2 days' WHERE user_id = ANY ($1::text[])",
    ),
    [identities],
  );
}

const given = {
  status: 403,
  body: { detail: "you and another participant of this approval got access from one another" },
};
const sameOrigin = { status: 403, body: { detail: expect.stringContaining("from the same origin") } };

test("a user does not approve what an application requests that they created", async () => {
  const mine = await createBy(ada, ["transfers:write"]);
  const id = await requestWith(mine);
  expect(await approve(ada, id)).toMatchObject(given);
  expect(await approve(bob, id)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("the access of the requester") },
  });
  await age(mine.client_id);
  expect(await approve(ada, id)).toMatchObject(given);
  expect((await approve(bob, id)).body.status).toBe("executed");
});

test("nor after a rotation of its secret, a new key or another scope", async () => {
  const application = await createBy(bob, ["transfers:write"]);
  const rotated = await rotateBy(ada, application.client_id);
  await age(application.client_id);
  const id = await requestWith(rotated);
  expect(await approve(ada, id)).toMatchObject(given);
  expect(await approve(bob, id)).toMatchObject(given);
  expect((await approve(await member(), id)).body.status).toBe("executed");
  const widened = await createBy(bob, ["transfers:read"]);
  const scopes = `${workspace()}/applications/${widened.client_id}/scopes`;
  const change = { scopes: ["transfers:read", "transfers:write"] };
  expect((await ada.put(scopes, change)).status).toBe(200);
  await age(widened.client_id);
  expect(await approve(ada, await requestWith(widened))).toMatchObject(given);
});

test("neither of two users approves for the other if one invited the other, or the inviter of the other", async () => {
  const invited = await member({ invitedBy: ada.userId });
  const byInvited = await member({ invitedBy: invited.userId });
  for (const [requester, approver] of [
    [invited, ada],
    [ada, invited],
    [ada, byInvited],
    [byInvited, ada],
  ] as const)
    expect(await approve(approver, await requestBy(requester))).toMatchObject(given);
  expect((await approve(bob, await requestBy(byInvited))).body.status).toBe("executed");
});

test("the access of a requester has to be old enough, too", async () => {
  const fresh = await member();
  await api.database.run(statement("UPDATE access_changes SET changed_at = now() WHERE user_id = $1"), [
    fresh.userId,
  ]);
  const id = await requestBy(fresh);
  expect(await approve(ada, id)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("changed recently; it cannot be approved yet") },
  });
  await age(fresh.userId);
  expect((await approve(ada, id)).body.status).toBe("executed");
});

test("two users of one origin count once a user of another origin has confirmed one of them", async () => {
  const [one, other] = [await member({ invitedBy: ada.userId }), await member({ invitedBy: ada.userId })];
  const id = await requestBy(one);
  expect(await approve(other, id)).toMatchObject(sameOrigin);
  const confirm = (by: TestUser, user: TestUser) => by.post(`${workspace()}/members/${user.userId}/confirm`);
  for (const by of [ada, other, one]) expect((await confirm(by, one)).status).toBe(403);
  expect((await confirm(bob, one)).status).toBe(204);
  expect((await confirm(bob, one)).status).toBe(409);
  const { users } = (await bob.get(`${workspace()}/members/origins`)).body;
  const shown = users.find(({ user_id }: { readonly user_id: string }) => user_id === one.userId);
  expect(shown).toMatchObject({ origins: ["user"], confirmed_by: ["Test User"] });
  const against = shown.not_with.map(({ user_id }: { readonly user_id: string }) => user_id);
  expect(against).toContain(ada.userId);
  expect(against).not.toContain(other.userId);
  expect((await approve(other, id)).body.status).toBe("executed");
  // With new credentials from the one who invited both, the confirmation says nothing any more.
  await api.database.run(
    statement(`INSERT INTO access_changes (user_id, id, kind, origin, changed_by, changed_at)
               VALUES ($1, 'reset', 'reset', 'user', $2, now())`),
    [one.userId, ada.userId],
  );
  await api.database.run(
    statement(
      "UPDATE access_changes SET changed_at = changed_at - interval '2 days' WHERE user_id = $1 AND kind <> 'reset'",
    ),
    [one.userId],
  );
  expect(await approve(other, await requestBy(one))).toMatchObject(sameOrigin);
});

test("nothing is known of a user: no approval counts until one of another origin confirms them", async () => {
  const unknown = await member();
  await api.database.run(statement("DELETE FROM access_changes WHERE user_id = $1"), [unknown.userId]);
  const id = await requestBy(unknown);
  expect(await approve(ada, id)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("not known") },
  });
  expect((await bob.post(`${workspace()}/members/${unknown.userId}/confirm`)).status).toBe(204);
  expect((await approve(ada, id)).body.status).toBe("executed");
});

test("an application does not approve for a user who had its secret in their hands", async () => {
  const engine = await createBy(bob, ["approvals:write", "approvals:read"]);
  await age(engine.client_id);
  const request = { name: "Vault", address: addressOf.evm("vault"), transfer_types: ["base"] };
  const waiting = await ada.post(`${account()}/addresses/external`, request, keyed());
  expect(waiting.status, waiting.text).toBe(202);
  const rotated = await rotateBy(ada, engine.client_id);
  await age(engine.client_id);
  const path = `/accounts/${fixture.client.accountId}/approvals/${waiting.body.id}/approve`;
  const approved = await api.request("POST", path, { token: await tokenOf(rotated), body: {} });
  expect(approved).toMatchObject(given);
});

test("members vouch for users without other access; operators vouch for all", async () => {
  const other = await api.createClient();
  const operator = await createUser(api, { operatorRole: "admin" });
  const path = (user: TestUser) => `${workspace()}/members/${user.userId}/confirm`;
  const twins = [
    await member({ invitedBy: ada.userId, operatorRole: "support" }),
    await member({ invitedBy: ada.userId }),
  ] as const;
  const join = statement(
    "INSERT INTO members (tenant_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())",
  );
  await api.database.run(join, [other.accountId, twins[1].userId]);
  const { users } = (await bob.get(`${workspace()}/members/origins`)).body;
  for (const twin of twins) {
    const refused = { status: 403, body: { detail: "only an operator can confirm this user" } };
    expect(await bob.post(path(twin))).toMatchObject(refused);
    const shown = users.find(({ user_id }: { readonly user_id: string }) => user_id === twin.userId);
    expect(shown.cannot_confirm).toBe(refused.body.detail);
    expect((await operator.post(path(twin))).status).toBe(204);
  }
});

test("an application that has lost the scope to approve does not count any more", async () => {
  const engine = await createBy(bob, ["approvals:write", "approvals:read"]);
  await age(engine.client_id);
  const rule = { operation: "external_address", approvals: 1, approver_roles: ["admin"] };
  expect((await fixture.post("/approval-rules", rule)).status).toBe(201);
  const request = { name: "Safe", address: addressOf.evm("safe"), transfer_types: ["base"] };
  const { id } = (await ada.post(`${account()}/addresses/external`, request, keyed())).body;
  const path = `/accounts/${fixture.client.accountId}/approvals/${id}/approve`;
  const token = await tokenOf(engine);
  expect((await api.request("POST", path, { token, body: {} })).body.status).toBe("pending");
  const scopes = `${workspace()}/applications/${engine.client_id}/scopes`;
  expect((await bob.put(scopes, { scopes: ["approvals:read"] })).status).toBe(200);
  expect((await approve(await member(), id)).body.status).toBe("pending");
});

test("a request is carried out with the rights that its requester has by then", async () => {
  const rule = { operation: "credential", approvals: 1, approver_roles: ["admin"] };
  const created = await fixture.post("/approval-rules", rule);
  expect(created.status).toBe(201);
  const requester = await member();
  const body = { name: "Payouts", scopes: ["transfers:write", "approval_rules:write"] };
  const waiting = await requester.post(`${workspace()}/applications`, body, keyed());
  expect(waiting.status).toBe(202);
  const role = `${workspace()}/members/${requester.userId}/role`;
  expect((await bob.put(role, { role: "developer" })).status).toBe(204);
  expect((await requester.post(`${workspace()}/applications`, body, keyed())).status).toBe(403);
  expect((await approve(ada, waiting.body.id)).body).toMatchObject({
    status: "failed",
    outcome: { code: "not_permitted", location: null },
  });
});
