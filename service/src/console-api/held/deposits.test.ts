import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { contractOf } from "../../../test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../../test/transfer-fixture.ts";
import { readAudit } from "../../audit/index.ts";
import { tenantOf } from "../../kernel/id.ts";
import { createDepositOwner, findDeposit, heldDeposits } from "../../tokens/index.ts";

let api: TransferApi;
let tokens: TestTokens;
let ada: TestUser;
let bob: TestUser;
const sender = addressOf.evm("a sanctioned sender");
const path = "/console/api/held/deposits";
const because = { reason: "licence 2026-17, see case 81" };

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  await api.sanctioned.list(sender);
  ada = await createUser(api, { operatorRole: "compliance" });
  bob = await createUser(api, { operatorRole: "admin" });
});

afterAll(() => api?.stop());

let received = 0;

/** Third-party tokens worth this many dollars arrive at a wallet from a sanctioned address. */
async function heldDeposit(dollars: bigint): Promise<{ readonly fixture: Fixture; readonly id: string }> {
  const fixture = await openFixture(api, tokens);
  const { accountId } = fixture.client;
  received += 1;
  const transactionId = `0xdeposit${received}`;
  const deposit = {
    chain: "base",
    addressId: fixture.anna,
    contract: contractOf("XUSD", "base"),
    units: dollars * 1_000_000n,
    from: sender,
    otherSenders: [],
    to: addressOf.evm("anna"),
    transactionId,
    index: 0,
  } as const;
  const { clock, newId, eventLog } = api.deps;
  const owner = createDepositOwner({ clock, newId, eventLog, screener: api.sanctioned.screener });
  const scope = { tenantId: tenantOf(accountId), network: "testnet" } as const;
  await api.database.transaction((tx) => owner.credit(tx, scope, [deposit]));
  const held = (await heldDeposits.read(api.database, {}, { limit: 100 })).items;
  const id = held.find((deposit) => deposit.transactionId === transactionId)?.id ?? "";
  return { fixture, id };
}

async function sanctioned(who: TestUser, id: string) {
  const { body } = await who.get(path);
  return body.deposits.find((deposit: { readonly id: string }) => deposit.id === id);
}

test("up to the threshold, one user releases a held deposit to its wallet", async () => {
  const { fixture, id } = await heldDeposit(10_000n);
  expect(await sanctioned(ada, id)).toMatchObject({
    amount: "10000.00",
    currency: "XUSD",
    sender,
    hits: [{ entry: "0", name: null }],
    status: "held",
    needs_dual_approval: false,
  });
  const { status, body } = await ada.post(`${path}/${id}/release`, because);
  expect([status, body.status]).toEqual([200, "released"]);
  expect((await fixture.books())["wallet anna base XUSD"]).toBe("10000.00");
  expect((await ada.post(`${path}/${id}/release`, because)).status).toBe(404);
});

test("above the threshold, two users release it exactly once", async () => {
  const { fixture, id } = await heldDeposit(10_001n);
  const first = await ada.post(`${path}/${id}/release`, because);
  expect(first.body).toMatchObject({ status: "held", release_request: { is_yours: true } });
  expect((await ada.post(`${path}/${id}/release`, because)).status).toBe(409);
  expect((await fixture.books())["wallet anna base XUSD"]).toBeUndefined();
  const both = await Promise.all([1, 2, 3].map(() => bob.post(`${path}/${id}/release`, because)));
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "404", "404"]);
  expect((await findDeposit(api.database, id))?.status).toBe("released");
  expect((await fixture.books())["wallet anna base XUSD"]).toBe("10001.00");
  const actions = (await readAudit(api.database, { subjectId: id, limit: 20 })).map(({ action }) => action);
  expect(actions).toEqual([
    "deposit.release",
    "deposit.approve_release",
    "deposit.request_release",
    expect.any(String),
  ]);
});

test("the treasury does not decide on a deposit from a sanctioned address", async () => {
  const { id } = await heldDeposit(1n);
  const treasurer = await createUser(api, { operatorRole: "treasury" });
  const refused = { status: 403, body: { code: "not_permitted" } };
  expect(await treasurer.post(`${path}/${id}/release`, because)).toMatchObject(refused);
  expect((await findDeposit(api.database, id))?.status).toBe("held");
});

test("a pending release can be withdrawn, and members of a tenant cannot decide", async () => {
  const { fixture, id } = await heldDeposit(20_000n);
  await bob.post(`${path}/${id}/release`, because);
  const withdrawn = await ada.post(`${path}/${id}/withdraw-release`, { reason: "wait for counsel" });
  expect(withdrawn.body).toMatchObject({ status: "held", release_request: null });
  expect((await ada.post(`${path}/${id}/withdraw-release`, { reason: "again" })).status).toBe(409);
  const member = await createUser(api, { memberOf: fixture.client.accountId });
  expect((await member.post(`${path}/${id}/release`, because)).status).toBe(403);
});
