import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiResponse } from "../../test/api.ts";
import { createUser, type TestUser } from "../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { statement } from "../db/statement.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

interface Setting {
  readonly fixture: Fixture;
  readonly ada: TestUser;
  readonly bob: TestUser;
  readonly eve: TestUser;
  /** A path of this tenant in the console. */
  in(path: string): string;
  decide(user: TestUser, approvalId: string, verb?: string, body?: object): Promise<ApiResponse>;
  pay(value: string, headers?: Record<string, string>): Promise<ApiResponse>;
  transfers(): Promise<number>;
}

/** A tenant with two admins, a developer and a hundred dollars, and a rule for transfers above ten dollars. */
async function open(rule: object = {}): Promise<Setting> {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 100n);
  const { accountId } = fixture.client;
  const member = (memberRole: "admin" | "developer") => createUser(api, { memberOf: accountId, memberRole });
  const [ada, bob, eve] = [await member("admin"), await member("admin"), await member("developer")];
  const inWorkspace = (path: string) =>
    `/console/api/workspaces/${accountId}/testnet/accounts/${accountId}${path}`;
  const created = await fixture.post("/approval-rules", {
    operation: "transfer",
    above: "10.00",
    approvals: 1,
    approver_roles: ["admin"],
    ...rule,
  });
  expect(created.status).toBe(201);
  return {
    fixture,
    ada,
    bob,
    eve,
    in: inWorkspace,
    decide: (user, id, verb = "approve", body = {}) =>
      user.post(inWorkspace(`/approvals/${id}/${verb}`), body),
    pay: (value) =>
      fixture.post("/transfers", {
        amount: { value, currency: "USD" },
        source: fixture.on(fixture.anna),
        destination: fixture.on(fixture.bert),
      }),
    transfers: async () => (await fixture.get("/transfers")).body.transfers.length,
  };
}

const noteChange = statement(
  `INSERT INTO access_changes (user_id, id, kind, origin, changed_by, changed_at)
   VALUES ($1, $2, $3, CASE WHEN $4::text IS NULL THEN 'directory' ELSE 'user' END, $4, now() - $5::interval)`,
);

test("a transfer above the amount of a rule waits, moves nothing, and is carried out with its approval", async () => {
  const { fixture, ada, pay, decide, transfers } = await open();
  expect((await pay("10.00")).status).toBe(201);
  const books = await fixture.books();
  const waiting = await pay("10.01");
  expect(await fixture.books()).toEqual(books);
  expect(waiting).toMatchObject({
    status: 202,
    body: {
      operation: "transfer",
      status: "pending",
      dollars: "10.01",
      summary: { amount: "10.01 USD", source: `FUSD base ${fixture.anna}` },
      requested_by: { type: "application", id: fixture.client.clientId },
      demands: [{ set_by: "tenant", approvals: 1, approver_roles: ["admin"] }],
      history: [],
      outcome: null,
    },
  });
  expect(await transfers()).toBe(1);
  const approved = await decide(ada, waiting.body.id, "approve", { comment: "Seen." });
  expect(approved).toMatchObject({
    status: 200,
    body: { status: "executed", history: [{ kind: "approve", by: { id: ada.userId }, comment: "Seen." }] },
  });
  expect(await transfers()).toBe(2);
  const id = approved.body.outcome.location.split("/").at(-1);
  expect(await fixture.show(id)).toMatchObject({ status: "pending", amount: { value: "10.01" } });
  expect(await fixture.faults()).toEqual([]);
  expect(await decide(ada, waiting.body.id)).toMatchObject({ status: 409, body: { code: "conflict" } });
});

test("what would be refused is refused at once, with the error of the endpoint", async () => {
  const { pay, fixture } = await open();
  expect(await pay("100.01")).toMatchObject({ status: 422, body: { code: "insufficient_balance" } });
  expect((await fixture.get("/approvals")).body.approvals).toEqual([]);
});

test("the same key returns the same approval, and one transfer", async () => {
  const { fixture, bob, decide, transfers } = await open();
  const body = {
    amount: { value: "20.00", currency: "USD" },
    source: fixture.on(fixture.anna),
    destination: fixture.on(fixture.bert),
  };
  const send = () => fixture.post("/transfers", body, { key: "payroll-7" });
  const [one, other] = await Promise.all([send(), send()]);
  expect(one.body.id).toBe(other.body.id);
  expect((await decide(bob, one.body.id)).body.status).toBe("executed");
  expect((await send()).body.id).toBe(one.body.id);
  expect(await transfers()).toBe(1);
});

test("a requester never approves, another role neither, and a user counts once", async () => {
  const {
    fixture,
    ada,
    bob,
    eve,
    decide,
    in: inWorkspace,
  } = await open({ approvals: 2, approver_roles: ["admin"] });
  const waiting = await ada.post(
    inWorkspace("/transfers"),
    {
      amount: { value: "50.00", currency: "USD" },
      source: fixture.on(fixture.anna),
      destination: fixture.on(fixture.bert),
    },
    { headers: { "idempotency-key": "by-ada" } },
  );
  expect(waiting).toMatchObject({ status: 202, body: { requested_by: { type: "user", id: ada.userId } } });
  const { id } = waiting.body;
  expect(await decide(ada, id)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  expect(await decide(eve, id)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  expect((await decide(bob, id)).body.status).toBe("pending");
  expect(await decide(bob, id)).toMatchObject({ status: 409 });
  const cleo = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "admin" });
  expect((await decide(cleo, id)).body.status).toBe("executed");
});

test("a user whose access is new, or was given by another participant, is not a second user", async () => {
  const { ada, bob, pay, decide, fixture, in: inWorkspace } = await open();
  const waiting = await pay("30.00");
  await api.database.run(noteChange, [bob.userId, "one", "role", null, "23 hours"]);
  expect(await decide(bob, waiting.body.id)).toMatchObject({
    status: 403,
    body: { detail: "your access changed recently; you cannot approve yet" },
  });
  const cleo = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "admin" });
  await api.database.run(noteChange, [cleo.userId, "one", "invited", ada.userId, "25 hours"]);
  const byAda = await ada.post(
    inWorkspace("/transfers"),
    {
      amount: { value: "31.00", currency: "USD" },
      source: fixture.on(fixture.anna),
      destination: fixture.on(fixture.bert),
    },
    { headers: { "idempotency-key": "by-ada-2" } },
  );
  expect(await decide(cleo, byAda.body.id)).toMatchObject({
    status: 403,
    body: { detail: "you and another participant of this approval got access from one another" },
  });
  expect((await decide(cleo, waiting.body.id)).body.status).toBe("executed");
});

test("an approval of a user who has since lost the role does not count", async () => {
  const { ada, bob, pay, decide, fixture } = await open({ approvals: 2 });
  const { id } = (await pay("30.00")).body;
  expect((await decide(bob, id)).body.status).toBe("pending");
  await api.database.run(statement("UPDATE members SET role = 'viewer' WHERE user_id = $1"), [bob.userId]);
  expect((await decide(ada, id)).body.status).toBe("pending");
  const cleo = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "admin" });
  expect((await decide(cleo, id)).body.status).toBe("executed");
});

test("concurrent approvals carry the operation out once", async () => {
  const { ada, bob, pay, decide, transfers } = await open();
  const { id } = (await pay("40.00")).body;
  const statuses = (await Promise.all([decide(ada, id), decide(bob, id)])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await transfers()).toBe(1);
});

test("a refusal at the end fails the approval and changes nothing else", async () => {
  const { ada, pay, decide, transfers, fixture } = await open();
  const one = (await pay("80.00")).body.id;
  const other = (await pay("80.00")).body.id;
  expect((await decide(ada, one)).body.status).toBe("executed");
  expect((await decide(ada, other)).body).toMatchObject({
    status: "failed",
    outcome: { code: "insufficient_balance", location: null },
  });
  expect(await transfers()).toBe(1);
  expect(await fixture.faults()).toEqual([]);
});

test("a rule that is set later applies to what waits, and removing a rule needs its own approvals", async () => {
  const { ada, bob, eve, pay, decide, fixture } = await open();
  const { id } = (await pay("30.00")).body;
  const later = { operation: "transfer", approvals: 1, approver_roles: ["developer"] };
  const rule = (await fixture.post("/approval-rules", later)).body.id;
  expect((await decide(ada, id)).body.status).toBe("pending");
  expect((await decide(eve, id)).body.status).toBe("executed");
  const removing = await fixture.delete(`/approval-rules/${rule}`);
  expect(removing).toMatchObject({ status: 202, body: { operation: "approval_rule" } });
  expect(await decide(bob, removing.body.id)).toMatchObject({ status: 403 });
  expect((await decide(eve, removing.body.id)).body.status).toBe("executed");
  const left = (await fixture.get("/approval-rules")).body.approval_rules;
  expect(left.map((each: { readonly id: string }) => each.id)).not.toContain(rule);
});

test("rejecting and canceling end an approval", async () => {
  const { ada, pay, decide, fixture, transfers } = await open();
  const rejected = (await pay("30.00")).body.id;
  expect((await decide(ada, rejected, "reject", { comment: "Unknown payee." })).body.status).toBe("rejected");
  expect(await decide(ada, rejected)).toMatchObject({ status: 409 });
  const canceled = (await pay("30.00")).body.id;
  expect(await decide(ada, canceled, "cancel")).toMatchObject({ status: 403 });
  expect((await fixture.post(`/approvals/${canceled}/cancel`, {})).body.status).toBe("canceled");
  expect(await transfers()).toBe(0);
});

test("a user who has approved can still reject, while other approvals are missing", async () => {
  const { ada, pay, decide, transfers } = await open({ approvals: 2 });
  const { id } = (await pay("95.00")).body;
  expect((await decide(ada, id)).body.status).toBe("pending");
  expect(await decide(ada, id, "reject", { comment: "A second look." })).toMatchObject({
    status: 200,
    body: { status: "rejected" },
  });
  expect(await transfers()).toBe(0);
});

test("a rule of the platform is met by operators, and a tenant cannot remove it", async () => {
  const { ada, bob, pay, decide, fixture } = await open();
  const compliance = await createUser(api, { operatorRole: "compliance" });
  const path = "/console/api/approval-rules";
  const rule = { operation: "transfer", above: "90.00", approvals: 1, approver_roles: ["compliance"] };
  const { accountId } = fixture.client;
  const created = await compliance.post(path, { ...rule, account_id: accountId });
  expect(created).toMatchObject({ status: 201, body: { set_by: "platform", account_id: accountId } });
  expect((await fixture.delete(`/approval-rules/${created.body.id}`)).status).toBe(403);
  const { id } = (await pay("95.00")).body;
  expect((await decide(ada, id)).body.status).toBe("pending");
  expect(await decide(bob, id)).toMatchObject({ status: 200, body: { status: "pending" } });
  expect((await decide(compliance, id)).body.status).toBe("executed");
  expect((await ada.post(path, rule)).status).toBe(403);
  const removing = await compliance.delete(`${path}/${created.body.id}`);
  expect(removing).toMatchObject({ status: 202, body: { operation: "platform_rule" } });
  const second = await createUser(api, { operatorRole: "compliance" });
  const approved = await second.post(`/console/api/approvals/${removing.body.id}/approve`, {});
  expect(approved.body.approval.status).toBe("executed");
  expect((await compliance.get(path)).body.approval_rules).toEqual([]);
});

test("another tenant sees nothing of it", async () => {
  const { pay } = await open();
  const { id } = (await pay("30.00")).body;
  const stranger = await openFixture(api, tokens);
  expect((await stranger.get(`/approvals/${id}`)).status).toBe(404);
  expect((await stranger.post(`/approvals/${id}/approve`, {})).status).toBe(404);
  expect((await stranger.get("/approvals")).body.approvals).toEqual([]);
});
