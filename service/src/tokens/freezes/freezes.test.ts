import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";
import { addAddress, addToken, contractOf } from "../../../test/token-holders.ts";
import { done, type MovementApi, paused, post, startMovementApi } from "../../../test/token-movements.ts";
import { settleWork } from "../../../test/tokens.ts";
import { type facts, on, plan } from "../../../test/transfer-facts.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { WorkOutcome } from "../../chains/engine/chain-work.ts";
import { statement } from "../../db/statement.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Freeze } from "./freeze.ts";
import { freezeAddress } from "./freeze-address.ts";
import { loadFrozen } from "./frozen-places.ts";
import { freezesOwner } from "./settle-freezes.ts";
import { freezeList } from "./store.ts";
import { unfreezeAddress } from "./unfreeze-address.ts";

let api: MovementApi;
let client: TestClient;
let anna: string;
let bert: string;
let annasPlace: string;
let places = 0;

const cause: Cause = { actor: { type: "operator", name: "Olga" }, requestId: undefined };

beforeAll(async () => {
  api = await startMovementApi();
  client = await api.createClient({ selfAttested: true });
  await addToken(api, { issuer: client.accountId, valueType: "ACME", chains: ["base", "solana"] });
  await addToken(api, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed", chains: ["base"] });
  await addToken(api, { issuer: undefined, valueType: "OTHER", kind: "third_party", chains: ["base"] });
  annasPlace = addressOf.evm("freezes/anna");
  anna = await addAddress(api, { accountId: client.accountId, text: annasPlace });
  bert = await addAddress(api, { accountId: client.accountId });
});
afterAll(() => api.stop());

/** An address that no other test uses. */
function newPlace(): string {
  places += 1;
  return addressOf.evm(`freezes/${places}`);
}

interface FreezeOptions {
  readonly valueType?: string;
  readonly chain?: ChainName;
  readonly address?: string;
}

function freeze({
  valueType = "ACME",
  chain = "base",
  address = newPlace(),
}: FreezeOptions = {}): Promise<Freeze> {
  const request = { network: "testnet", valueType, chain, address, reason: "a court order", cause } as const;
  return api.database.transaction((tx) => freezeAddress(api.deps, tx, request));
}

function unfreeze({ id }: Pick<Freeze, "id">): Promise<Freeze> {
  const request = { network: "testnet", id, reason: "the order was lifted", cause } as const;
  return api.database.transaction((tx) => unfreezeAddress(api.deps, tx, request));
}

/** The chain has confirmed or refused the last order of a freeze. */
async function settle({ id }: Pick<Freeze, "id">, outcome: WorkOutcome): Promise<void> {
  await settleWork(api.database, freezesOwner(api.deps), [{ work: await api.workOf(id), outcome }]);
}

async function show({ id }: Pick<Freeze, "id">): Promise<Freeze | undefined> {
  const { items } = await freezeList.read(api.database, { network: "testnet" }, { limit: 100 });
  return items.find((candidate) => candidate.id === id);
}

const selectEntries = statement<{ readonly action: string }>(`
  SELECT action, tenant_id, actor_type, after FROM audit_log WHERE subject_type = 'freeze' AND subject_id = $1 ORDER BY id`);

test("a freeze commits with its chain operation and audit entry, and is frozen once the chain confirms", async () => {
  const frozen = await freeze();
  expect(frozen.state).toEqual({ status: "freezing" });
  expect(await api.workOf(frozen.id)).toMatchObject({
    id: frozen.workId,
    chain: "base",
    tenantId: client.accountId,
    owner: "tokens.freezes",
    operation: {
      kind: "freeze",
      reference: frozen.workId,
      contract: contractOf("ACME", "base"),
      holder: frozen.address,
    },
  });
  await settle(frozen, done);
  expect((await show(frozen))?.state).toEqual({ status: "frozen", last: undefined });
  await unfreeze(frozen);
  expect((await api.workOf(frozen.id)).operation).toMatchObject({ kind: "unfreeze", holder: frozen.address });
  await settle(frozen, done);
  expect((await show(frozen))?.state).toMatchObject({ status: "unfrozen" });
  const entries = await api.database.rows(selectEntries, [frozen.id]);
  expect(entries).toMatchObject([
    {
      action: "freeze.create",
      tenantId: client.accountId,
      actorType: "operator",
      after: { reason: "a court order", status: "freezing", address: frozen.address },
    },
    { action: "freeze.settle", actorType: "system", after: { status: "frozen" } },
    { action: "freeze.lift", after: { reason: "the order was lifted", status: "unfreezing" } },
    { action: "freeze.settle", after: { status: "unfrozen" } },
  ]);
});

test("an address is frozen once, even by concurrent operators, and can be frozen again later", async () => {
  const address = newPlace();
  const both = await Promise.allSettled([freeze({ address }), freeze({ address })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const [first] = both.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (first === undefined) throw new Error("no freeze");
  const conflict = { refusal: { code: "conflict" } };
  await expect(unfreeze(first)).rejects.toMatchObject(conflict);
  await settle(first, done);
  await expect(freeze({ address })).rejects.toMatchObject(conflict);
  await unfreeze(first);
  await expect(freeze({ address })).rejects.toMatchObject(conflict);
  await expect(unfreeze(first)).rejects.toMatchObject(conflict);
  await settle(first, done);
  await expect(unfreeze(first)).rejects.toMatchObject(conflict);
  // Another chain or token is a separate freeze.
  await freeze({ address: addressOf.solana("freezes"), chain: "solana" });
  expect((await freeze({ address })).id).not.toBe(first.id);
  expect((await freeze({ address, valueType: "FUSD" })).token.tenantId).toBeUndefined();
});

test("a refused order has no effect: a failed freeze can be repeated, a frozen address stays frozen", async () => {
  const address = newPlace();
  const failed = await freeze({ address });
  await settle(failed, paused);
  expect((await show(failed))?.state).toMatchObject({ status: "failed", failure: { reason: "paused" } });
  const again = await freeze({ address });
  await settle(again, done);
  await unfreeze(again);
  await settle(again, paused);
  expect((await show(again))?.state).toMatchObject({
    status: "frozen",
    last: { order: { reason: "the order was lifted" }, failure: { reason: "paused" } },
  });
  const isFrozen = await loadFrozen(api.database, "testnet", [{ valueType: "ACME", chain: "base", address }]);
  expect(isFrozen({ valueType: "ACME", chain: "base", address })).toBe(true);
  await unfreeze(again);
  await settle(again, done);
  expect((await show(again))?.state).toMatchObject({ status: "unfrozen" });
});

test("duplicate outcomes, or outcomes of an older order, have no effect", async () => {
  const frozen = await freeze();
  const work = await api.workOf(frozen.id);
  const report = (outcome: WorkOutcome) =>
    settleWork(api.database, freezesOwner(api.deps), [{ work, outcome }]);
  await report(done);
  await report(paused);
  expect((await show(frozen))?.state).toEqual({ status: "frozen", last: undefined });
  await unfreeze(frozen);
  await report(done);
  expect((await show(frozen))?.state).toMatchObject({ status: "unfreezing" });
});

test("only tokens issued here can be frozen, and only where they are active", async () => {
  await expect(freeze({ valueType: "OTHER" })).rejects.toMatchObject({
    refusal: { code: "unprocessable", errors: [{ pointer: "/value_type" }] },
  });
  await expect(freeze({ valueType: "ACME", chain: "ethereum" })).rejects.toMatchObject({
    refusal: { code: "unprocessable", errors: [{ pointer: "/transfer_type" }] },
  });
  await expect(freeze({ valueType: "NONE" })).rejects.toMatchObject({ refusal: { code: "not_found" } });
  await expect(unfreeze({ id: "01JD7Q2M8W3T5V6X9YZABCDEFG" as Freeze["id"] })).rejects.toMatchObject({
    refusal: { code: "not_found" },
  });
});

test("a token cannot move from or to an address from the freeze order until unfreezing is confirmed", async () => {
  const end = (address_id: string) => ({ address_id, value_type: "ACME", transfer_type: "base" });
  const attempts = async () => {
    const responses = [
      await post(api, { client }, "mints", { amount: "1", destination: end(anna) }),
      await post(api, { client }, "burns", { amount: "1", source: end(anna) }),
      await post(api, { client }, "transfers", { amount: "1", source: end(anna), destination: end(bert) }),
      await post(api, { client }, "transfers", { amount: "1", source: end(bert), destination: end(anna) }),
    ];
    return responses.map(({ status, body }) => [status, body.code, body.errors?.[0]?.pointer]);
  };
  const refused = [
    [422, "unprocessable", "/destination/address_id"],
    [422, "unprocessable", "/source/address_id"],
    [422, "unprocessable", "/source/address_id"],
    [422, "unprocessable", "/destination/address_id"],
  ];
  const moving = [[201, undefined, undefined], ...Array(3).fill([422, "insufficient_balance", "/amount"])];
  const frozen = await freeze({ address: annasPlace });
  expect(await attempts()).toEqual(refused);
  await settle(frozen, done);
  expect(await attempts()).toEqual(refused);
  await unfreeze(frozen);
  expect(await attempts()).toEqual(refused);
  await settle(frozen, done);
  expect(await attempts()).toEqual(moving);
});

test("a transfer from or to a frozen address is refused, but not for another token", async () => {
  const outside = await addAddress(api, { accountId: client.accountId, kind: "external", text: newPlace() });
  let keys = 0;
  const attempt = async (source: string, destination: string) => {
    keys += 1;
    const end = (address_id: string) => ({ address_id, value_type: "FUSD", transfer_type: "base" });
    const body = {
      amount: { value: "1.00", currency: "USD" },
      source: end(source),
      destination: end(destination),
    };
    const path = `/accounts/${client.accountId}/transfers`;
    const options = { token: client.token, idempotencyKey: `frozen-${keys}`, body };
    const { status, body: response } = await api.request("POST", path, options);
    return [status, response.code, response.errors?.[0]?.pointer];
  };
  const frozen = await freeze({ address: annasPlace, valueType: "FUSD" });
  expect(await attempt(anna, outside)).toEqual([422, "unprocessable", "/source/address_id"]);
  expect(await attempt(bert, anna)).toEqual([422, "unprocessable", "/destination/address_id"]);
  expect((await attempt(bert, outside))[1]).toBe("insufficient_balance");
  await settle(frozen, paused);
  expect((await attempt(anna, outside))[1]).toBe("insufficient_balance");
});

test("a transfer checks both source and destination for freezes", () => {
  const isFrozen: typeof facts.isFrozen = ({ valueType, chain, address }) =>
    valueType === "FUSD" && chain === "base" && address === "0xanna";
  const refused = { code: "unprocessable", detail: expect.stringContaining("is frozen for FUSD on base") };
  expect(plan({ facts: { isFrozen }, requestedTransfer: { source: on("base", "anna") } })).toMatchObject(
    refused,
  );
  const requestedTransfer = { source: on("base", "bert"), destination: on("base", "anna") };
  expect(plan({ facts: { isFrozen }, requestedTransfer })).toMatchObject(refused);
  expect(plan({ requestedTransfer })).not.toMatchObject(refused);
});
