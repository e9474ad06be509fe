import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";

let api: TransferApi;
let fixture: Fixture;
let ada: TestUser;
/** Payments in suspense, the oldest first. */
let held: readonly string[];

const work = "/console/api/work-items";

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  ada = await createUser(api, { operatorRole: "compliance" });
  for (const [expected, paid] of [
    ["80", "75"],
    ["30", "29"],
  ] as const) {
    const transfer = await fixture.create(expected, wireIn, fixture.on(fixture.anna));
    await fixture.wire(transfer, paid);
  }
  const { items } = (await ada.get(work)).body;
  held = items.filter(({ kind }: Item) => kind === "suspense").map(({ id }: Item) => id);
});

afterAll(() => api?.stop());

interface Item {
  readonly kind: string;
  readonly id: string;
}

test("the queues are one list with amounts and pages, the oldest first", async () => {
  const { body } = await ada.get(work);
  expect(body.is_complete).toBe(true);
  expect(body.items).toMatchObject([
    {
      kind: "suspense",
      title: "amount_mismatch",
      amount: { value: "75.00", currency: "USD" },
      assignee: null,
      due_at: null,
      path: `/ops/suspense/${held[0]}`,
    },
    { kind: "suspense", amount: { value: "29.00", currency: "USD" } },
  ]);
});

test("an item is assigned and due, which puts it first, and leads to the next one", async () => {
  const [first = "", second = ""] = held;
  const due = "2027-01-02T10:00:00.000Z";
  const { status, body } = await ada.put(`${work}/suspense/${second}`, {
    assignee_id: ada.userId,
    due_at: due,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    assignee: { id: ada.userId },
    due_at: due,
    next: `/ops/suspense/${first}`,
    waiting: 2,
  });
  const { items } = (await ada.get(work)).body;
  expect(items[0]).toMatchObject({ id: second, assignee: { id: ada.userId }, due_at: due });
  const { entries } = (await ada.get(`/console/api/audit?subject_id=${second}&action=work_item.assign`)).body;
  expect(entries).toMatchObject([{ subject_type: "suspense", actor_id: ada.userId }]);
  await ada.put(`${work}/suspense/${second}`, { due_at: null });
  const kept = await ada.put(`${work}/suspense/${second}`, {});
  expect(kept.body).toMatchObject({ assignee: { id: ada.userId }, due_at: null });
  const later = await ada.put(`${work}/suspense/${second}`, { assignee_id: null, due_at: due });
  expect(later.body).toMatchObject({ assignee: null, due_at: due });
  await ada.put(`${work}/suspense/${second}`, { due_at: null });
  expect((await ada.get(`${work}/suspense/${second}`)).body).toMatchObject({ assignee: null, due_at: null });
});

test("notes are kept in order with their author and mentions, and the audit log does not have their text", async () => {
  const bert = await createUser(api, { operatorRole: "treasury" });
  const [id = ""] = held;
  const path = `${work}/suspense/${id}`;
  await ada.post(`${path}/notes`, { text: "Sender called.", mentions: [bert.userId] });
  const { status, body } = await bert.post(`${path}/notes`, { text: "Return it." });
  expect(status).toBe(201);
  expect(body.notes).toMatchObject([
    { author: { id: ada.userId }, text: "Sender called.", mentions: [{ id: bert.userId }] },
    { author: { id: bert.userId }, text: "Return it.", mentions: [] },
  ]);
  const audit = await ada.get(`/console/api/audit?subject_id=${id}&action=work_item.add_note`);
  expect(audit.body.entries).toHaveLength(2);
  expect(audit.text).not.toContain("Sender called");
});

test("a mentioned operator has an unread notice with the page of the item, until it is read", async () => {
  const carla = await createUser(api, { operatorRole: "support" });
  const [id = ""] = held;
  const path = `${work}/suspense/${id}`;
  await ada.post(`${path}/notes`, { text: "Please call them.", mentions: [carla.userId] });
  const notices = "/console/api/me/notices";
  const { mentions } = (await carla.get(notices)).body;
  expect(mentions).toMatchObject([
    { kind: "suspense", path: `/ops/suspense/${id}`, text: "Please call them.", is_unread: true },
  ]);
  expect((await ada.get(notices)).body.mentions).toEqual([]);
  await carla.post(`${notices}/read`, { until: mentions[0].at });
  expect((await carla.get(notices)).body.mentions).toMatchObject([{ is_unread: false }]);
});

test("earlier payments of the same sender are similar cases", async () => {
  const [first = "", second = ""] = held;
  const { body } = await ada.get(`${work}/suspense/${first}/similar`);
  expect(body.cases).toMatchObject([
    {
      id: second,
      amount: { value: "29.00", currency: "USD" },
      outcome: "held",
      path: `/ops/suspense/${second}`,
    },
  ]);
  const { status } = await ada.get(`${work}/claim/${first}/similar`);
  expect(status).toBe(404);
});

test("only operators can be assigned or mentioned, and only existing queues have items", async () => {
  const member = await createUser(api, { memberOf: fixture.client.accountId });
  const path = `${work}/suspense/${held[0]}`;
  const assigned = await ada.put(path, { assignee_id: member.userId, due_at: null });
  expect([assigned.status, assigned.body.errors?.[0]?.pointer]).toEqual([400, "/assignee_id"]);
  const noted = await ada.post(`${path}/notes`, { text: "Look", mentions: [member.userId] });
  expect([noted.status, noted.body.errors?.[0]?.pointer]).toEqual([400, "/mentions"]);
  const late = await ada.put(path, { assignee_id: null, due_at: "2026-02-31T00:00:00Z" });
  expect([late.status, late.body.errors?.[0]?.pointer]).toEqual([400, "/due_at"]);
  expect((await ada.get(`${work}/lost/${held[0]}`)).status).toBe(404);
  expect((await member.get(work)).status).toBe(403);
  const reader = await createUser(api, { operatorRole: "read_only" });
  expect((await reader.get(path)).status).toBe(200);
  expect((await reader.put(path, { assignee_id: null, due_at: null })).status).toBe(403);
});

test("what does not exist in a queue's module has no state, and gets none", async () => {
  const [id = ""] = held;
  const others = [
    "review",
    "held_transfer",
    "held_deposit",
    "failed_refund",
    "claim",
    "approval",
    "bank_item",
  ];
  for (const path of [...others.map((kind) => `${kind}/${id}`), "suspense/not-an-id", "suspense/%00"]) {
    const statuses = [
      (await ada.get(`${work}/${path}`)).status,
      (await ada.put(`${work}/${path}`, { assignee_id: null, due_at: null })).status,
      (await ada.post(`${work}/${path}/notes`, { text: "Look" })).status,
    ];
    expect(statuses, path).toEqual([404, 404, 404]);
  }
});

test("an item of a disabled operator keeps its assignee, and its due time can be changed", async () => {
  const bert = await createUser(api, { operatorRole: "treasury" });
  const path = `${work}/suspense/${held[0]}`;
  const due_at = "2027-01-02T10:00:00.000Z";
  await ada.put(path, { assignee_id: bert.userId, due_at: null });
  const admin = await createUser(api, { operatorRole: "admin" });
  expect((await admin.post(`/console/api/users/${bert.userId}/disable`)).status).toBeLessThan(300);
  const changed = await ada.put(path, { assignee_id: bert.userId, due_at });
  expect(changed).toMatchObject({ status: 200, body: { assignee: { id: bert.userId }, due_at } });
  expect((await ada.put(path, { assignee_id: null, due_at })).status).toBe(200);
  const again = await ada.put(path, { assignee_id: bert.userId, due_at });
  expect([again.status, again.body.errors?.[0]?.pointer]).toEqual([400, "/assignee_id"]);
});

test("approvals of a tenant's rule are not work of operators, those of the platform's rules are", async () => {
  const approvals = async () =>
    (await ada.get(work)).body.items
      .filter(({ kind }: Item) => kind === "approval")
      .map(({ id }: Item) => id);
  const rule = { approvals: 1, approver_roles: ["admin"] };
  await fixture.post("/approval-rules", { ...rule, operation: "transfer", above: "10.00" });
  await fixture.fund(fixture.anna, "FUSD", 100n);
  const own = await fixture.post("/transfers", {
    amount: { value: "20.00", currency: "USD" },
    source: fixture.on(fixture.anna),
    destination: fixture.on(fixture.bert),
  });
  expect(own.status).toBe(202);
  expect(await approvals()).toEqual([]);
  const admin = await createUser(api, { operatorRole: "admin" });
  await admin.post("/console/api/approval-rules", { ...rule, operation: "limit" });
  const limits = `/console/api/limits/${fixture.client.accountId}`;
  const waiting = await ada.put(limits, { network: "testnet", daily: "1234" });
  expect(waiting.status).toBe(202);
  expect(await approvals()).toEqual([waiting.body.id]);
});
