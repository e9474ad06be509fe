import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import { sandboxIdentity } from "../../rails/sandbox-identity.ts";

const path = "/console/api/suspense";

let api: TransferApi;
let fixture: Fixture;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTransferApi({ environment: { DUAL_APPROVAL_ABOVE: "100.00" } });
  fixture = await openFixture(api, await addTestTokens(api));
  ada = await createUser(api, { operatorRole: "compliance" });
  bob = await createUser(api, { operatorRole: "admin" });
});
afterAll(() => api.stop());

const match = (user: TestUser, payment: string, transfer: string) =>
  user.post(`${path}/${payment}/match`, { type: "transfer", id: transfer, reason: "Case 112." });

test("above the threshold, two users must match a payment held for its sender to the same owner", async () => {
  const { payment, transfer } = await fromNoName(10_001n);
  const first = await match(ada, payment, transfer);
  expect(first).toMatchObject({
    status: 200,
    body: {
      hold: { reason: "unnamed_sender" },
      needs_dual_approval: true,
      match_request: {
        requested_by: ada.userId,
        is_yours: true,
        reason: "Case 112.",
        target: `transfers/${transfer}`,
      },
    },
  });
  expect(await match(ada, payment, transfer)).toMatchObject({ status: 409, body: { code: "conflict" } });
  const { body: list } = await bob.get(path);
  expect(list.payments.find((each: { id: string }) => each.id === payment)).toMatchObject({
    match_request: { requested_by: ada.userId, requested_by_name: "Test User", is_yours: false },
  });
  expect(await fixture.show(transfer)).toMatchObject({ status: "pending" });

  const second = await match(bob, payment, transfer);
  expect(second).toMatchObject({ status: 200, body: { hold: null, match_request: null } });
  await api.settle(transfer);
  expect(await fixture.show(transfer)).toMatchObject({ status: "complete" });
  expect(await actionsOn(payment)).toEqual([
    ["payment.request_release", ada.userId],
    ["payment.approve_release", bob.userId],
    ["payment.match", bob.userId],
  ]);
  expect(await countRequests(payment)).toBe(0n);
  expect(await fixture.faults()).toEqual([]);
});

test("a user who is new, or was invited by the first one, is not a second user", async () => {
  const { payment, transfer } = await fromNoName(2_000_000n);
  expect((await match(bob, payment, transfer)).body.match_request).toMatchObject({ is_yours: true });
  const invited = await createUser(api, { operatorRole: "compliance", invitedBy: bob.userId });
  expect(await match(invited, payment, transfer)).toMatchObject({
    status: 403,
    body: { detail: "you and another participant of this approval got access from one another" },
  });
  const fresh = await createUser(api, { operatorRole: "compliance" });
  const changed = statement(
    "UPDATE access_changes SET changed_at = now() - interval '1 hour' WHERE user_id = $1",
  );
  await api.database.run(changed, [fresh.userId]);
  expect(await match(fresh, payment, transfer)).toMatchObject({ status: 403 });
  expect(await fixture.show(transfer)).toMatchObject({ status: "pending" });
  expect((await match(ada, payment, transfer)).body).toMatchObject({ hold: null });
});

test("a user does not confirm the match of a user that they invited, or of the same inviter", async () => {
  const { payment, transfer } = await fromNoName(2_000_000n);
  const compliance = (invitedBy: TestUser) =>
    createUser(api, { operatorRole: "compliance", invitedBy: invitedBy.userId });
  const [invited, other] = [await compliance(bob), await compliance(bob)];
  expect((await match(invited, payment, transfer)).body.match_request).toMatchObject({ is_yours: true });
  expect(await match(bob, payment, transfer)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  expect(await match(other, payment, transfer)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("from the same origin") },
  });
  expect(await fixture.show(transfer)).toMatchObject({ status: "pending" });
  expect((await match(ada, payment, transfer)).body).toMatchObject({ hold: null });
});

test("the treasury decides on no payment that is held for its sender, of any amount", async () => {
  const treasurer = await createUser(api, { operatorRole: "treasury" });
  const refused = { status: 403, body: { code: "not_permitted" } };
  for (const cents of [5_000n, 10_001n]) {
    const { payment, transfer } = await fromNoName(cents);
    expect(await match(treasurer, payment, transfer)).toMatchObject(refused);
    const code = { code: "AC01", reason: "Case 113." };
    expect(await treasurer.post(`${path}/${payment}/return`, code)).toMatchObject(refused);
    expect(await fixture.show(transfer)).toMatchObject({ status: "pending" });
    expect(await countRequests(payment)).toBe(0n);
  }
});

test("a match request counts only for its owner", async () => {
  const { payment, transfer } = await fromNoName(10_100n);
  const other = await fixture.create("101", wireIn, fixture.on(fixture.bert));
  await match(ada, payment, transfer);
  expect((await match(bob, payment, other)).body).toMatchObject({
    hold: { reason: "unnamed_sender" },
    match_request: { requested_by: bob.userId, target: `transfers/${other}` },
  });
  expect((await match(ada, payment, other)).body).toMatchObject({ hold: null, owner: `transfers/${other}` });
});

test("up to the threshold, and for a payment that is only unmatched, one user is enough", async () => {
  const small = await fromNoName(10_000n);
  expect((await ada.get(`${path}/${small.payment}`)).body.payment.needs_dual_approval).toBe(false);
  expect((await match(ada, small.payment, small.transfer)).body).toMatchObject({ hold: null });
  const transfer = await fixture.create("900", wireIn, fixture.on(fixture.anna));
  const unmatched = await receive({
    accountNumber: `${sandboxIdentity("testnet").virtualAccountPrefix}000001`,
    amountCents: 90_000n,
    senderName: "Wilma Vogel",
  });
  expect((await match(ada, unmatched, transfer)).body).toMatchObject({
    hold: null,
    needs_dual_approval: false,
  });
});

test("a pending match can be withdrawn by either user, and is void once the payment is returned", async () => {
  const { payment, transfer } = await fromNoName(12_000n);
  const withdraw = (user: TestUser) => user.post(`${path}/${payment}/withdraw-match`, { reason: "Not yet." });
  expect((await withdraw(ada)).status).toBe(409);
  await match(ada, payment, transfer);
  expect((await withdraw(bob)).body).toMatchObject({
    hold: { reason: "unnamed_sender" },
    match_request: null,
  });
  expect((await match(bob, payment, transfer)).body.match_request).toMatchObject({ is_yours: true });
  const returned = await ada.post(`${path}/${payment}/return`, { code: "RR04", reason: "Unknown payment." });
  expect(returned).toMatchObject({ status: 200, body: { match_request: null } });
  expect(await countRequests(payment)).toBe(0n);
});

test("a possible sanctions match shows the list entries and the masked sender", async () => {
  // The service's list is the demo list; entries of the written one are numbered from 0.
  for (const place of ["one", "two", "three"]) await api.sanctioned.list(addressOf.evm(place));
  const transfer = await fixture.create("12", wireIn, fixture.on(fixture.anna));
  const accountNumber: string = (await fixture.show(transfer)).wire_instructions.account_number;
  const id = await receive({ accountNumber, amountCents: 1_200n, senderName: "Tumbling Example" });
  const { body } = await ada.get(`${path}/${id}`);
  expect(body.payment.hold.reason).toBe("sanctioned_sender");
  expect(body.payment.hold.hits).toContainEqual({
    entry: "2",
    name: "QUORVAX MARITIME LLC",
    program: "DEMO",
  });
  expect(body.payment.sender.name).toBe("T… E…");
  const member = await createUser(api, { memberOf: fixture.client.accountId });
  const workspace = `/console/api/workspaces/${fixture.client.accountId}/testnet`;
  const reported = await member.get(`${workspace}/payments/${id}`);
  expect(reported.status).toBe(200);
  expect(reported.text).not.toMatch(/QUORVAX|sanctioned|"hits"/);
});

/** A transfer that expects an amount, and a payment of it to its number from a sender without a name. */
async function fromNoName(amountCents: bigint): Promise<{ payment: string; transfer: string }> {
  const dollars = `${amountCents / 100n}.${String(amountCents % 100n).padStart(2, "0")}`;
  const transfer = await fixture.create(dollars, wireIn, fixture.on(fixture.anna));
  const accountNumber: string = (await fixture.show(transfer)).wire_instructions.account_number;
  return { transfer, payment: await receive({ accountNumber, amountCents, senderName: "" }) };
}

interface Received {
  readonly accountNumber: string;
  readonly amountCents: bigint;
  readonly senderName: string;
}

async function receive(received: Received): Promise<string> {
  await api.database.transaction((tx) =>
    api.simulator.receive(tx, { system: "wire", reference: undefined, ...received }),
  );
  await api.bank();
  const row = await api.database.first(newestHeld);
  return row?.id ?? "";
}

// The table is small.
const newestHeld = statement<{ id: string }>(
  "SELECT id FROM payments WHERE held_reason IS NOT NULL ORDER BY id DESC LIMIT 1",
);

async function actionsOn(id: string): Promise<readonly (readonly [string, string])[]> {
  const rows = await api.database.rows(selectActions, [id]);
  return rows.map(({ action, actorId }) => [action, actorId] as const);
}

// The table is small.
const selectActions = statement<{ action: string; actorId: string }>(
  "SELECT action, actor_id FROM audit_log WHERE subject_id = $1 AND actor_type = 'user' ORDER BY id",
);

async function countRequests(id: string): Promise<bigint> {
  const row = await api.database.first(count, [id]);
  return row?.count ?? 0n;
}

// The table is small.
const count = statement<{ count: bigint }>(
  "SELECT count(*) AS count FROM release_requests WHERE subject_id = $1",
);
