import { afterAll, beforeAll, expect, test } from "vitest";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { unaudited } from "../../test/unaudited.ts";
import { systemClock } from "../kernel/instant.ts";
import type { ApprovalRuleId } from "./rule.ts";
import { insertRule } from "./rule-store.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

const rule = { operation: "transfer", above: "10.00", approvals: 2, approver_roles: ["admin"] };

/** An operation that waits for two approvals. */
async function request(): Promise<{ readonly fixture: Fixture; readonly id: string }> {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 100n);
  await fixture.post("/approval-rules", rule);
  const { status, body } = await fixture.post("/transfers", {
    amount: { value: "20.00", currency: "USD" },
    source: fixture.on(fixture.anna),
    destination: fixture.on(fixture.bert),
  });
  expect(status).toBe(202);
  return { fixture, id: body.id };
}

const typesOf = async ({ get }: Fixture): Promise<readonly string[]> =>
  (await get("/events?type=approval.*")).body.events.map(({ type }: { readonly type: string }) => type);

test("one approval leaves the operation pending, all of them carry it out once", async () => {
  const { fixture, id } = await request();
  const simulate = (outcome: string) => fixture.post(`/simulations/approvals/${id}`, { outcome });
  expect(await simulate("approved")).toMatchObject({ status: 200, body: { status: "pending" } });
  expect((await fixture.get("/transfers")).body.transfers).toEqual([]);
  expect(await simulate("executed")).toMatchObject({ status: 200, body: { status: "executed" } });
  expect((await fixture.get("/transfers")).body.transfers).toHaveLength(1);
  expect(await simulate("executed")).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await fixture.get("/transfers")).body.transfers).toHaveLength(1);
  expect(await typesOf(fixture)).toEqual(["approval.executed", "approval.approved", "approval.requested"]);
});

test.each(["rejected", "expired"])("an operation that is %s does not happen", async (outcome) => {
  const { fixture, id } = await request();
  const simulated = await fixture.post(`/simulations/approvals/${id}`, { outcome });
  expect(simulated).toMatchObject({ status: 200, body: { status: outcome } });
  expect((await fixture.get("/transfers")).body.transfers).toEqual([]);
  expect(await typesOf(fixture)).toEqual([`approval.${outcome}`, "approval.requested"]);
});

test("rules, and what operators must approve, are not simulated", async () => {
  const { fixture, id } = await request();
  const { body: rules } = await fixture.get("/approval-rules");
  const { accountId, token } = fixture.client;
  const removal = await api.request(
    "DELETE",
    `/accounts/${accountId}/approval-rules/${rules.approval_rules[0].id}`,
    { token },
  );
  expect(removal.status).toBe(202);
  const simulate = (approvalId: string) =>
    fixture.post(`/simulations/approvals/${approvalId}`, { outcome: "executed" });
  expect(await simulate(removal.body.id)).toMatchObject({ status: 409 });
  await api.database.transaction(async (tx) =>
    insertRule.later(unaudited(tx), {
      id: "01JD7Q2M8W3T5V6X9YZABCDEFG" as ApprovalRuleId,
      setBy: "platform",
      tenantId: undefined,
      operation: "transfer",
      network: undefined,
      asset: undefined,
      aboveCents: 1000n,
      requesterRole: undefined,
      approvals: 1,
      approverRoles: ["admin"],
      createdAt: systemClock.now(),
    }),
  );
  expect(await simulate(id)).toMatchObject({
    status: 409,
    body: { detail: "operators have to approve it, which cannot be simulated" },
  });
});
