import { afterAll, beforeAll, expect, test } from "vitest";
import { reportCredit } from "../../../test/bank-files.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../../test/transfer-fixture.ts";
import { compareClaims } from "../../claims/index.ts";
import { statement } from "../../db/statement.ts";

const path = "/console/api/claims";

let api: TransferApi;
let tokens: TestTokens;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTransferApi({ environment: { DUAL_APPROVAL_ABOVE: "60.00" } });
  tokens = await addTestTokens(api);
  ada = await createUser(api, { operatorRole: "treasury" });
  bob = await createUser(api, { operatorRole: "admin" });
});
afterAll(() => api.stop());

/** An account that owes this many dollars, and its claim. */
async function owing(value: string): Promise<{ readonly fixture: Fixture; readonly claim: string }> {
  const fixture = await openFixture(api, tokens);
  const id = await fixture.create(value, fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  await api.settle(id);
  await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
  await api.bank();
  const { body } = await ada.get(path);
  const found = body.claims.find((each: { transfer_id: string }) => each.transfer_id === id);
  return { fixture, claim: found.id };
}

async function settle(user: TestUser, claim: string, way: string, body: object) {
  const { settlement_id: id } = (await user.get(`${path}/${claim}`)).body;
  return user.post(`${path}/${claim}/${way}`, { id, reason: "Case 9.", ...body });
}

test("open claims are shown with their ageing", async () => {
  const { fixture, claim } = await owing("40");
  const { status, body } = await bob.get(path);
  expect(status).toBe(200);
  expect(body.claims.find((each: { id: string }) => each.id === claim)).toMatchObject({
    account_id: fixture.client.accountId,
    return_code: "R10",
    remaining: "40.00",
    status: "open",
    age: "0-7",
  });
  expect(body.ageing.map(({ age }: { age: string }) => age)).toEqual(["0-7", "8-30", "31-60", "60+"]);
  expect(body.ageing[0].network).toBe("testnet");
  expect(body.ageing[0].count).toBeGreaterThan(0);
});

test("open claims are those of an account and a network, if they are named", async () => {
  const [one, other] = [await owing("41"), await owing("42")];
  const idsOf = async (query: string) =>
    (await ada.get(`${path}?${query}`)).body.claims.map(({ id }: { id: string }) => id);
  const account = `account_id=${one.fixture.client.accountId}`;
  expect(await idsOf(account)).toEqual([one.claim]);
  expect(await idsOf(`${account}&network=testnet`)).toEqual([one.claim]);
  expect(await idsOf(`${account}&network=mainnet`)).toEqual([]);
  expect(await idsOf("network=testnet")).toEqual(expect.arrayContaining([one.claim, other.claim]));
  expect((await ada.get(`${path}?network=devnet`)).status).toBe(400);
});

test("a claim is repaid in parts, and each request takes effect once", async () => {
  const { claim } = await owing("40");
  const { settlement_id: id } = (await ada.get(`${path}/${claim}`)).body;
  await reportCredit(api, "check 17", 1_500n);
  await reportCredit(api, "check 18", 2_500n);
  const part = { id, reason: "Check.", reference: "check 17", amount: "15" };
  const repay = () => ada.post(`${path}/${claim}/repay`, part);
  const sent = await Promise.all([1, 2, 3].map(repay));
  // If the first one ends before another is confirmed, the amount that was shown has changed: it is confirmed again.
  const confirmed = await Promise.all(sent.map(async (reply) => (reply.status === 403 ? repay() : reply)));
  expect(confirmed.map(({ status, body }) => [status, body.remaining])).toEqual(
    [1, 2, 3].map(() => [200, "25.00"]),
  );
  const last = await settle(bob, claim, "repay", { reference: "check 18" });
  expect(last.body).toMatchObject({ status: "repaid", remaining: "0.00" });
  expect(last.body.settlements).toHaveLength(2);
  expect((await settle(bob, claim, "repay", { reference: "check 19" })).status).toBe(409);
  expect(await compareClaims(api.database)).toEqual([]);
});

test("parts of a claim count together, so that none of them passes the rule for the whole", async () => {
  const { claim } = await owing("100");
  for (const reference of ["PART-1", "PART-2", "PART-3"]) await reportCredit(api, reference, 3_000n);
  const repay = async (reference: string) => {
    const { settlement_id: id } = (await ada.get(`/console/api/claims/${claim}`)).body;
    const body = { id, reference, amount: "30.00", reason: "Paid by wire." };
    return ada.post(`/console/api/claims/${claim}/repay`, body);
  };
  const admin = await createUser(api, { operatorRole: "admin" });
  const rule = { operation: "claim_settlement", above: "60.00", approvals: 1, approver_roles: ["admin"] };
  const { body: created } = await admin.post("/console/api/approval-rules", rule);
  try {
    expect((await repay("PART-1")).status).toBe(200);
    expect((await repay("PART-2")).body).toMatchObject({ remaining: "40.00" });
    const waiting = await repay("PART-3");
    expect(waiting).toMatchObject({
      status: 202,
      body: { operation: "claim_settlement", dollars: "30.00", status: "pending" },
    });
    expect((await ada.get(`/console/api/claims/${claim}`)).body.remaining).toBe("40.00");
    expect(
      (await admin.post(`/console/api/approvals/${waiting.body.id}/approve`, {})).body.approval.status,
    ).toBe("executed");
    expect((await ada.get(`/console/api/claims/${claim}`)).body.remaining).toBe("10.00");
  } finally {
    const remove = statement("UPDATE approval_rules SET removed_at = now() WHERE id = $1");
    await api.database.run(remove, [created.id]);
  }
});

test("above the threshold, two users must write off a claim from the same money", async () => {
  const { fixture, claim } = await owing("70");
  await fixture.fillTreasury("USD", 100n);
  const first = await settle(ada, claim, "write-off", { from: "treasury" });
  expect(first.body).toMatchObject({
    status: "open",
    request: { is_yours: true, target: "write_off/treasury" },
  });
  expect((await settle(ada, claim, "write-off", { from: "treasury" })).status).toBe(409);
  expect((await settle(bob, claim, "write-off", { from: "fees" })).body).toMatchObject({
    status: "open",
    request: { requested_by: bob.userId, target: "write_off/fees" },
  });
  await bob.post(`${path}/${claim}/withdraw-request`, { reason: "Treasury pays." });
  await settle(ada, claim, "write-off", { from: "treasury" });
  const second = await settle(bob, claim, "write-off", { from: "treasury" });
  expect(second.body).toMatchObject({ status: "written_off", request: null });
  expect((await fixture.books())["treasury USD"]).toBe("30.00");
});

test("an offset is pending until the tokens are burned", async () => {
  const { fixture, claim } = await owing("40");
  const from = { address_id: fixture.anna, chain: "base", value_type: "FUSD" };
  const { body } = await settle(ada, claim, "offset", from);
  expect(body).toMatchObject({ status: "open", pending: "40.00", settlements: [{ status: "pending" }] });
  await api.settle(body.settlements[0].id);
  expect((await ada.get(`${path}/${claim}`)).body).toMatchObject({ status: "offset", remaining: "0.00" });
  const wrong = await owing("40");
  expect((await settle(ada, wrong.claim, "offset", { ...from, value_type: "XUSD" })).status).toBe(404);
});

test("a payment in suspense is matched to a claim", async () => {
  const { fixture, claim } = await owing("40");
  const wire = { value_type: "USD", transfer_type: "wire" };
  const transfer = await fixture.create("99", wire, fixture.on(fixture.bert));
  await fixture.wire(transfer, "40.00");
  const [held] = (await ada.get("/console/api/suspense")).body.payments.filter(
    ({ account }: { account: { id: string } | null }) => account?.id === fixture.client.accountId,
  );
  const match = { type: "claim", id: claim, reason: "Repaid." };
  expect((await ada.post(`/console/api/suspense/${held.id}/match`, match)).status).toBe(200);
  expect((await ada.get(`${path}/${claim}`)).body).toMatchObject({
    status: "repaid",
    settlements: [{ source: `payment/${held.id}` }],
  });
  expect(await compareClaims(api.database)).toEqual([]);
});

test("an operator allows debits of a blocked bank account again", async () => {
  const { fixture } = await owing("40");
  const allow = () =>
    ada.post(`${path}/addresses/${fixture.checking}/reauthorize`, { reason: "Signed form." });
  expect((await allow()).status).toBe(200);
  await fixture.create("40", fixture.by("ach_debit"), fixture.on(fixture.anna));
  expect((await allow()).status).toBe(404);
});
