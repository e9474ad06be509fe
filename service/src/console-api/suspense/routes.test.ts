import { afterAll, beforeAll, expect, test } from "vitest";
import { openAutomations } from "../../../test/automations.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import { sandboxIdentity } from "../../rails/sandbox-identity.ts";
import type { OperatorRole } from "../../users/roles/role.ts";

const path = "/console/api/suspense";
const senderName = "Wilhelmina Vanderquack";

let api: TransferApi;
let tokens: TestTokens;
let fixture: Fixture;
let treasurer: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  fixture = await openFixture(api, tokens);
  treasurer = await createUser(api, { operatorRole: "treasury" });
});

afterAll(() => api.stop());

test("a payment to an unknown number is held with the reason, and its sender is masked", async () => {
  const id = await receive({ amountCents: 12_300n });
  const { status, body } = await treasurer.get(`${path}?network=testnet&reason=unmatched`);
  expect(status).toBe(200);
  const payment = body.payments.find((each: { id: string }) => each.id === id);
  expect(payment).toMatchObject({
    tenant: null,
    account: null,
    amount: { value: "123.00", currency: "USD" },
    hold: { reason: "unmatched", note: null, hits: [] },
    sender: { name: "W… V…" },
    sent_to: expect.stringMatching(/^\*{5}\d{4}$/),
    is_debit: false,
  });
  expect(JSON.stringify(body)).not.toContain("Vanderquack");
  expect(body.totals).toMatchObject([{ network: "testnet" }]);
  expect((await treasurer.get(`${path}?reason=refused`)).body.payments).not.toContainEqual(
    expect.objectContaining({ id }),
  );
  const { body: shown } = await treasurer.get(`${path}/${id}`);
  expect(shown.payment).toEqual(payment);
  expect(shown.return_codes).toContainEqual({ code: "AC01", meaning: "incorrect account number" });
});

test("payments in suspense are paged oldest first", async () => {
  const ids = [await receive({}), await receive({})];
  const all: string[] = [];
  let cursor = "";
  do {
    const { body } = await treasurer.get(`${path}?page[size]=1${cursor && `&page[after]=${cursor}`}`);
    all.push(body.payments[0].id);
    cursor = body.pagination.next ?? "";
  } while (cursor !== "");
  expect(all).toEqual(all.toSorted());
  expect(all).toEqual(expect.arrayContaining(ids));
});

test("a transfer with a mistyped number is suggested first, and accepts the payment when matched", async () => {
  const transfer = await fixture.create("250", wireIn, fixture.on(fixture.anna));
  const other = await fixture.create("250", wireIn, fixture.on(fixture.bert));
  const number: string = (await fixture.show(transfer)).wire_instructions.account_number;
  const id = await receive({ accountNumber: typo(number), amountCents: 25_000n });
  const { body } = await treasurer.get(`${path}/${id}/candidates`);
  expect(body.candidates[0]).toMatchObject({ type: "transfer", id: transfer, obstacle: null });
  expect(body.candidates[0].reasons.map(({ sign }: { sign: string }) => sign)).toEqual([
    "near_number",
    "amount",
    "time",
  ]);
  expect(body.candidates.map((each: { id: string }) => each.id)).toContain(other);

  const decision = { type: "transfer", id: transfer, reason: "One digit is wrong." };
  const matched = await treasurer.post(`${path}/${id}/match`, decision);
  expect(matched.status).toBe(200);
  expect(matched.body).toMatchObject({
    hold: null,
    owner: `transfers/${transfer}`,
    tenant: { id: fixture.client.accountId },
  });
  await api.settle(transfer);
  expect(await fixture.show(transfer)).toMatchObject({ status: "complete", source: { payment_id: id } });
  expect(await auditOf("payment.match", id)).toEqual([{ actorType: "user", actorId: treasurer.userId }]);
  expect((await treasurer.post(`${path}/${id}/match`, decision)).status).toBe(404);
  expect(await fixture.faults()).toEqual([]);
});

test("a memo with a typo, and an id in the reference, are reasons as well", async () => {
  const transfer = await fixture.create("77", wireIn, fixture.on(fixture.anna));
  const memo: string = (await fixture.show(transfer)).wire_instructions.memo;
  const byMemo = await receive({ reference: `inv 9 ${typo(memo)}`, amountCents: 1n });
  const [first] = (await treasurer.get(`${path}/${byMemo}/candidates`)).body.candidates;
  expect(first).toMatchObject({
    id: transfer,
    reasons: [{ sign: "near_memo" }, { sign: "time" }],
    obstacle: "Amount mismatch: expects 77.00 USD.",
  });
  const byId = await receive({ reference: `for ${transfer.toLowerCase()}`, amountCents: 7_700n });
  const [named] = (await treasurer.get(`${path}/${byId}/candidates`)).body.candidates;
  expect(named).toMatchObject({ id: transfer, obstacle: null });
  expect(named.reasons[0]).toMatchObject({ sign: "written_id" });
  const looked = await treasurer.get(`${path}/${byMemo}/candidates?id=${transfer}`);
  expect(looked.body.candidates).toHaveLength(1);
  const noOne = await treasurer.get(`${path}/${byMemo}/candidates?id=${fixture.anna}`);
  expect(noOne.body).toEqual({ candidates: [], is_complete: true });
});

test("a match that the owner rejects changes nothing", async () => {
  const transfer = await fixture.create("88", wireIn, fixture.on(fixture.anna));
  const id = await receive({ amountCents: 100n });
  const decide = (body: object) => treasurer.post(`${path}/${id}/match`, { reason: "A try.", ...body });
  const wrongAmount = await decide({ type: "transfer", id: transfer });
  expect(wrongAmount).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(wrongAmount.body.detail).toContain("88.00 USD");
  expect((await decide({ type: "automation", id: transfer })).status).toBe(404);
  expect((await decide({ type: "transfer", id: "nonsense" })).status).toBe(400);
  expect((await decide({ type: "transfer", id: transfer, reason: " " })).status).toBe(400);
  expect((await treasurer.get(`${path}/${id}`)).body.payment.hold).toMatchObject({ reason: "unmatched" });
});

test("a payment received for one tenant is neither suggested nor matched to another", async () => {
  const other = await openFixture(api, tokens);
  const theirs = await other.create("64", wireIn, other.on(other.anna));
  const own = await fixture.create("63", wireIn, fixture.on(fixture.anna));
  const same = await fixture.create("64", wireIn, fixture.on(fixture.anna));
  const number: string = (await fixture.show(own)).wire_instructions.account_number;
  const id = await receive({ accountNumber: number, amountCents: 6_400n });
  const { body } = await treasurer.get(`${path}/${id}/candidates`);
  const found = body.candidates.map((each: { id: string }) => each.id);
  // It was sent to the number of the first, which expects another amount.
  expect(found.slice(0, 2)).toEqual([own, same]);
  expect(found).not.toContain(theirs);
  expect((await treasurer.get(`${path}/${id}/candidates?id=${theirs}`)).body.candidates).toEqual([]);
  const input = { type: "transfer", id: theirs, reason: "A try." };
  expect((await treasurer.post(`${path}/${id}/match`, input)).status).toBe(409);
});

test("a payment is returned once, and can't be matched afterwards", async () => {
  const id = await receive({});
  const unknown = await treasurer.post(`${path}/${id}/return`, { code: "ZZ99", reason: "A try." });
  expect(unknown.status).toBe(400);
  const input = { code: "AC01", reason: "Unknown payment." };
  const returned = await treasurer.post(`${path}/${id}/return`, input);
  expect(returned).toMatchObject({ status: 200, body: { hold: { reason: "unmatched" } } });
  expect(returned.body.return_id).toMatch(/^[0-9A-Z]{26}$/);
  expect((await treasurer.post(`${path}/${id}/return`, input)).status).toBe(409);
  const transfer = await fixture.create("5", wireIn, fixture.on(fixture.anna));
  const late = await treasurer.post(`${path}/${id}/match`, {
    type: "transfer",
    id: transfer,
    reason: "Late.",
  });
  expect(late.status).toBe(409);
  expect(await auditOf("payment.send_back", id)).toEqual([{ actorType: "user", actorId: treasurer.userId }]);
});

test("reading the unmasked sender is recorded in the audit log", async () => {
  const id = await receive({ reference: "Invoice 17" });
  const compliance = await createUser(api, { operatorRole: "compliance" });
  const { status, body } = await compliance.post(`${path}/${id}/sender`, undefined);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: senderName, reference: "Invoice 17" });
  expect(await auditOf("payment.read", id)).toEqual([{ actorType: "user", actorId: compliance.userId }]);
  const support = await createUser(api, { operatorRole: "support" });
  expect((await support.post(`${path}/${id}/sender`, undefined)).status).toBe(403);
});

test.each<[OperatorRole, number]>([
  ["admin", 200],
  ["treasury", 200],
  ["compliance", 200],
  ["support", 403],
  ["read_only", 403],
])("the role %s gets %i for a decision", async (operatorRole, expected) => {
  const id = await receive({});
  const user = await createUser(api, { operatorRole });
  expect((await user.get(path)).status).toBe(200);
  const response = await user.post(`${path}/${id}/return`, { code: "AC01", reason: "Unknown payment." });
  expect(response.status).toBe(expected);
});

test("a decision needs a recent second factor", async () => {
  const id = await receive({});
  const user = await createUser(api, { operatorRole: "treasury", secondFactorAge: "old" });
  for (const [fileAction, body] of [
    ["return", { code: "AC01", reason: "A try." }],
    ["match", { type: "transfer", id, reason: "A try." }],
  ] as const) {
    const response = await user.post(`${path}/${id}/${fileAction}`, body);
    expect(response).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
  }
});

test("members see nothing of suspense, and an unknown payment is not found", async () => {
  const member = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "admin" });
  expect((await member.get(path)).status).toBe(403);
  expect((await treasurer.get(`${path}/${fixture.anna}`)).status).toBe(404);
});

test("a payment rejected by an automation is suggested to it, and creates a transfer once matched", async () => {
  const env = await openAutomations();
  try {
    const automation = await env.open();
    await env.send("PATCH", `/automations/${automation.id}`, { status: "disabled" });
    await env.pay(automation, [{ amountCents: 4_200n }]);
    const user = await createUser(env.api, { operatorRole: "admin" });
    const [held] = (await user.get(path)).body.payments;
    expect(held).toMatchObject({ hold: { reason: "refused", note: "the automation is disabled" } });
    const closed = (await user.get(`${path}/${held.id}/candidates`)).body.candidates[0];
    expect(closed).toMatchObject({
      id: automation.id,
      obstacle: "Does not accept payments (status: disabled).",
    });
    const input = { type: "automation", id: automation.id, reason: "It is switched on again." };
    expect((await user.post(`${path}/${held.id}/match`, input)).status).toBe(409);
    await env.send("PATCH", `/automations/${automation.id}`, { status: "active" });
    const [first] = (await user.get(`${path}/${held.id}/candidates`)).body.candidates;
    expect(first).toMatchObject({ type: "automation", id: automation.id, amount: null, obstacle: null });
    expect((await user.post(`${path}/${held.id}/match`, input)).status).toBe(200);
    expect(await env.transfersOf(automation.id)).toHaveLength(1);
  } finally {
    await env.stop();
  }
});

interface Received {
  readonly accountNumber?: string;
  readonly amountCents?: bigint;
  readonly reference?: string;
}

let wires = 0;
/** Unassigned account number prefix of the sandbox bank, four digits short. */
const unregistered = sandboxIdentity("testnet").virtualAccountPrefix;

/** Sends a wire, by default to an unknown number; returns the id of the newest held payment. */
async function receive({ accountNumber, amountCents = 1_000n, reference }: Received): Promise<string> {
  wires += 1;
  const incomingPayment = {
    system: "wire",
    accountNumber: accountNumber ?? unregistered + String(wires).padStart(6, "0"),
    amountCents,
    senderName,
    reference,
  } as const;
  await api.database.transaction((tx) => api.simulator.receive(tx, incomingPayment));
  await api.bank();
  const newest = await api.database.first(newestHeld);
  return newest?.id ?? "";
}

const newestHeld = statement<{ readonly id: string }>(
  "SELECT id FROM payments WHERE held_reason IS NOT NULL ORDER BY id DESC LIMIT 1",
);

const typoAt = -6;

/** Changes a digit in the middle, so that it is not similar to any other number. */
function typo(number: string): string {
  const digit = number.at(typoAt) === "7" ? "8" : "7";
  return number.slice(0, typoAt) + digit + number.slice(typoAt + 1);
}

const selectAudit = statement(
  "SELECT actor_type, actor_id FROM audit_log WHERE action = $1 AND subject_id = $2 ORDER BY id",
);

function auditOf(action: string, id: string) {
  return api.database.rows(selectAudit, [action, id]);
}
