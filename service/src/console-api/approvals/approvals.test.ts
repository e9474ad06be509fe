import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../../test/transfer-fixture.ts";
import { operatorCommands } from "../../approvals/operator-controls.ts";
import { statement } from "../../db/statement.ts";

let api: TransferApi;
let fixture: Fixture;
let ada: TestUser;
let bob: TestUser;
let officer: TestUser;
let treasurer: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fillTreasury("USD", 500n);
  ada = await createUser(api, { operatorRole: "admin" });
  bob = await createUser(api, { operatorRole: "admin" });
  officer = await createUser(api, { operatorRole: "compliance" });
  treasurer = await createUser(api, { operatorRole: "treasury" });
});
afterAll(() => api.stop());

const rules = "/console/api/approval-rules";
const approvals = "/console/api/approvals";

const decide = (user: TestUser, id: string, verb = "approve") => user.post(`${approvals}/${id}/${verb}`, {});

/** With a rule of the platform, which is removed again. */
async function withRule(rule: object, run: () => Promise<void>): Promise<void> {
  const created = await ada.post(rules, { approvals: 1, approver_roles: ["admin"], ...rule });
  expect(created.status).toBe(201);
  try {
    await run();
  } finally {
    await api.database.run(statement("UPDATE approval_rules SET removed_at = now() WHERE id = $1"), [
      created.body.id,
    ]);
  }
}

test("every controlled command can return an approval, and is documented so", async () => {
  const operations = Object.values(api.documents.console.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}),
  ) as { readonly operationId?: string; readonly responses?: object }[];
  const waiting = operations.filter(({ responses }) => responses !== undefined && "202" in responses);
  const ids = waiting.map(({ operationId }) => operationId);
  for (const command of operatorCommands) expect(ids).toContain(command);
});

test("a treasury withdrawal above the amount waits for another operator, and happens once", async () => {
  await withRule({ operation: "treasury_withdrawal", above: "100.00" }, async () => {
    const path = `/console/api/treasury/${fixture.client.accountId}/testnet`;
    const order = async (amount: string) => ({
      id: (await treasurer.get(path)).body.withdrawal_id,
      address_id: fixture.checking,
      transfer_type: "wire",
      amount,
    });
    expect((await treasurer.post(`${path}/withdrawals`, await order("100.00"))).status).toBe(201);
    expect((await treasurer.post(`${path}/withdrawals`, await order("900.00"))).status).toBe(422);
    const waiting = await treasurer.post(`${path}/withdrawals`, await order("100.01"));
    expect(waiting).toMatchObject({
      status: 202,
      body: { operation: "treasury_withdrawal", dollars: "100.01", status: "pending" },
    });
    expect((await treasurer.get(path)).body.withdrawals).toHaveLength(1);
    const { id } = waiting.body;
    expect((await treasurer.get(`${approvals}/${id}`)).body).toMatchObject({
      tenant_id: fixture.client.accountId,
      network: "testnet",
      is_yours: true,
      facts: expect.arrayContaining([{ label: "Amount", value: "100.01 USD" }]),
    });
    expect(await decide(treasurer, id)).toMatchObject({ status: 403 });
    const outcomes = await Promise.all([decide(ada, id), decide(bob, id)]);
    expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect((await treasurer.get(path)).body.withdrawals).toMatchObject([{ amount: "100.01" }, {}]);
    expect(await fixture.faults()).toEqual([]);
  });
});

test("a freeze waits for another operator, and is neither recorded nor submitted before", async () => {
  await withRule({ operation: "freeze", approver_roles: ["admin"] }, async () => {
    const order = { network: "testnet", value_type: "FUSD", transfer_type: "base", reason: "a court order" };
    const address = addressOf.evm("approvals/freeze");
    const freezes = async () => (await officer.get("/console/api/freezes")).body.freezes;
    expect((await officer.post("/console/api/freezes", { ...order, address: "0x12" })).status).toBe(400);
    const waiting = await officer.post("/console/api/freezes", { ...order, address });
    expect(waiting, waiting.text).toMatchObject({ status: 202, body: { operation: "freeze" } });
    const works = statement("SELECT state FROM chain_work WHERE owner = 'tokens.freezes'");
    expect([await freezes(), await api.database.rows(works)]).toEqual([[], []]);
    expect((await decide(officer, waiting.body.id)).status).toBe(403);
    expect((await decide(bob, waiting.body.id)).body.approval.status).toBe("executed");
    expect(await freezes()).toMatchObject([{ address, status: "freezing", network: "testnet" }]);
    expect(await api.database.rows(works)).toEqual([{ state: "queued" }]);
  });
});

test("tenants see neither the commands of operators nor events of them", async () => {
  await withRule({ operation: "limit" }, async () => {
    const limits = `/console/api/limits/${fixture.client.accountId}`;
    // Without the defaults of mainnet, which have no id.
    const own = async (): Promise<readonly { readonly id: string; readonly daily: string }[]> =>
      (await officer.get(limits)).body.limits.filter(({ id }: { readonly id: string | null }) => id !== null);
    const waiting = await officer.put(limits, { network: "testnet", daily: "1000" });
    expect(waiting).toMatchObject({ status: 202, body: { operation: "limit", dollars: null } });
    const { id } = waiting.body;
    expect(await own()).toEqual([]);
    expect((await fixture.get("/approvals")).body.approvals).toEqual([]);
    expect((await fixture.get(`/approvals/${id}`)).status).toBe(404);
    expect((await fixture.post(`/approvals/${id}/approve`, {})).status).toBe(404);
    const member = await createUser(api, { memberOf: fixture.client.accountId });
    expect((await member.get(approvals)).status).toBe(403);
    const pending = (await bob.get(`${approvals}?status=pending`)).body.approvals;
    expect(pending.map((each: { readonly approval: { readonly id: string } }) => each.approval.id)).toEqual([
      id,
    ]);
    expect((await decide(bob, id)).body.approval).toMatchObject({
      status: "executed",
      history: [{ kind: "approve", by: { id: bob.userId } }],
    });
    expect(await own()).toMatchObject([{ daily: "1000.00" }]);
    const events = statement("SELECT 1 FROM events WHERE type LIKE 'approval.%'");
    expect(await api.database.rows(events)).toEqual([]);
    const entries = statement("SELECT actor_id FROM audit_log WHERE action = 'transfer_limit.set'");
    expect(await api.database.rows(entries)).toEqual([{ actorId: officer.userId }]);
    const [limit] = await own();
    const removing = await officer.delete(`${limits}/${limit?.id}`);
    expect((await decide(officer, removing.body.id, "cancel")).body.approval.status).toBe("canceled");
    expect(await own()).toHaveLength(1);
  });
});

test("changes of operators wait, what would be refused is refused at once, and lost rights end a request", async () => {
  await withRule({ operation: "operator" }, async () => {
    const role = `/console/api/users/${treasurer.userId}/role`;
    expect((await ada.put(`/console/api/users/${ada.userId}/role`, { operator_role: null })).status).toBe(
      403,
    );
    const waiting = await ada.put(role, { operator_role: "support" });
    expect(waiting).toMatchObject({ status: 202, body: { operation: "operator" } });
    expect((await bob.get(`${approvals}/${waiting.body.id}`)).body.tenant_id).toBe(null);
    expect((await decide(ada, waiting.body.id)).status).toBe(403);
    expect((await decide(bob, waiting.body.id)).body.approval.status).toBe("executed");
    const eve = await createUser(api, { operatorRole: "admin" });
    const late = await eve.put(role, { operator_role: "treasury" });
    await api.database.run(statement("UPDATE users SET operator_role = 'support' WHERE id = $1"), [
      eve.userId,
    ]);
    expect((await decide(bob, late.body.id)).body.approval).toMatchObject({
      status: "failed",
      outcome: { code: "not_permitted" },
    });
    const roleOf = statement("SELECT operator_role FROM users WHERE id = $1");
    expect(await api.database.first(roleOf, [treasurer.userId])).toEqual({ operatorRole: "support" });
  });
});

test("removing a rule of the platform needs the approvals that it demands", async () => {
  const created = await ada.post(rules, { operation: "fee", approvals: 1, approver_roles: ["compliance"] });
  const removing = await ada.delete(`${rules}/${created.body.id}`);
  expect(removing).toMatchObject({ status: 202, body: { operation: "platform_rule" } });
  expect((await decide(bob, removing.body.id)).status).toBe(403);
  expect((await decide(officer, removing.body.id)).body.approval.status).toBe("executed");
  expect((await ada.get(rules)).body.approval_rules).toEqual([]);
});

test("a tenant's rules control its members and credentials; a secret is for the requester, once", async () => {
  const { accountId } = fixture.client;
  const [one, other] = [
    await createUser(api, { memberOf: accountId }),
    await createUser(api, { memberOf: accountId }),
  ];
  for (const operation of ["member", "credential"])
    await fixture.post("/approval-rules", { operation, approvals: 1, approver_roles: ["admin"] });
  const workspace = `/console/api/workspaces/${accountId}/testnet`;
  const inviting = await one.post(`${workspace}/members/invitations`, {
    email: "second@example.com",
    role: "admin",
  });
  expect(inviting).toMatchObject({
    status: 202,
    body: { operation: "member", summary: { role: "admin" } },
  });
  expect((await one.get(`${workspace}/members/invitations`)).body.invitations).toEqual([]);
  const at = (id: string, verb: string) => `${workspace}/accounts/${accountId}/approvals/${id}/${verb}`;
  expect((await other.post(at(inviting.body.id, "approve"), {})).body.status).toBe("executed");
  expect((await one.get(`${workspace}/members/invitations`)).body.invitations).toHaveLength(1);
  const creating = await one.post(`${workspace}/applications`, {
    name: "Ledger sync",
    scopes: ["events:read"],
  });
  expect(creating).toMatchObject({ status: 202, body: { operation: "credential", has_result: false } });
  const { id } = creating.body;
  expect((await other.post(at(id, "approve"), {})).body).toMatchObject({
    status: "executed",
    has_result: true,
  });
  const result = `${workspace}/approvals/${id}/result`;
  expect((await other.post(result)).status).toBe(403);
  expect((await one.post(result)).body.result).toMatchObject({
    application: { name: "Ledger sync" },
    client_secret: expect.any(String),
  });
  expect((await one.post(result)).status).toBe(409);
  expect((await one.get(`${workspace}/approvals/${id}`)).body).toMatchObject({
    is_yours: true,
    cannot_approve: "the approval is executed",
    names: { [one.userId]: "Test User", [other.userId]: "Test User" },
    facts: expect.arrayContaining([{ label: "Name", value: "Ledger sync" }]),
  });
});
