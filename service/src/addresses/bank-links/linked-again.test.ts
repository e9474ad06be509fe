import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankRequest } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { unaudited } from "../../../test/unaudited.ts";
import { tenantOf } from "../../kernel/id.ts";
import { markNeedsUpdate } from "../bank/store.ts";
import { findBankLink } from "../index.ts";

let env: BankLinkApi;
let client: TestClient;

beforeAll(async () => {
  env = await startBankLinkApi();
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const get = (id: string) => env.send(client, "GET", `/addresses/${id}`);
const debits = { transfer_types: ["ach_debit", "same_day_ach_debit"] };
const onTestnet = () => ({ tenantId: tenantOf(client.accountId), network: "testnet" }) as const;
const register = async (overrides: object = {}): Promise<string> => {
  const public_token = await env.publicToken(client);
  const response = await env.register(client, { public_token, ...debits, ...overrides });
  expect(response.status).toBe(201);
  return response.body.address_id;
};

// Links the same account again.
const linkAgain = async (addressId: string, overrides: object = {}) => {
  const update = await env.send(client, "POST", `/addresses/${addressId}/update-link-token`);
  expect(update.status).toBe(201);
  const public_token = await env.publicToken(client, { link_token: update.body.link_token });
  return env.register(client, { public_token, ...debits, ...overrides });
};

test("linking an existing bank account clears needs_update, adds rails and keeps the webhook URL", async () => {
  const id = await register({ customer_webhook_url: "https://a.example/one" });
  await env.api.database.transaction((tx) =>
    markNeedsUpdate(unaudited(tx), { ...onTestnet(), addressId: id }),
  );
  expect((await get(id)).body.needs_update).toBe(true);
  const response = await linkAgain(id, { transfer_types: ["ach_credit"] });
  expect(response).toMatchObject({ status: 201, body: { address_id: id } });
  expect((await get(id)).body).toMatchObject({
    needs_update: false,
    verification: "verified",
    transfer_types: ["ach_credit", "ach_debit", "same_day_ach_debit"],
  });
  const key = { ...onTestnet(), addressId: id };
  expect((await findBankLink(env.api.database, key))?.customerWebhookUrl).toBe("https://a.example/one");
  await linkAgain(id, { customer_webhook_url: "https://a.example/two" });
  expect((await findBankLink(env.api.database, key))?.customerWebhookUrl).toBe("https://a.example/two");
});

test("linking a manually added bank account keeps its id and takes the data of the bank", async () => {
  const account = newBankRequest({
    account_number: "81726354",
    routing_number: "099900111",
    owner: "A Guess",
    account_type: "savings",
    transfer_types: ["rtp_credit"],
  });
  const { id } = (await env.send(client, "POST", "/addresses/external", { body: account })).body;
  env.nextAccountNumber("81726354");
  const response = await env.register(client, {
    public_token: await env.publicToken(client, { owner: "Ada Truth" }),
    transfer_types: ["ach_debit"],
  });
  expect(response).toMatchObject({ status: 201, body: { address_id: id } });
  expect((await get(id)).body).toMatchObject({
    verification: "verified",
    transfer_types: ["ach_debit", "rtp_credit"],
    owner: "Ada Truth",
    account_type: "checking",
    account_number: "****6354",
  });
});

test("a link that adds nothing is a conflict that names the address and does not use up the token", async () => {
  env.nextAccountNumber("81726355");
  const id = await register({ transfer_types: ["ach_debit"] });
  env.nextAccountNumber("81726355");
  const public_token = await env.publicToken(client);
  const again = await env.register(client, { public_token, transfer_types: ["ach_debit"] });
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining(id) } });
  const more = await env.register(client, { public_token, transfer_types: ["ach_credit"] });
  expect(more).toMatchObject({ status: 201, body: { address_id: id } });
  await env.send(client, "PATCH", `/addresses/${id}`, { body: { status: "archived" } });
  env.nextAccountNumber("81726355");
  const archived = await env.register(client, {
    public_token: await env.publicToken(client),
    transfer_types: ["same_day_ach_debit"],
  });
  expect(archived.status).toBe(409);
  expect(archived.body.detail).toMatch(/archived/);
});

test("a bank account with pending or failed micro deposits is verified by a link", async () => {
  const failing = async (account_number: string, tries: number): Promise<string> => {
    const body = newBankRequest({
      account_number,
      routing_number: "099900111",
      transfer_types: ["ach_debit"],
    });
    const { address_id } = (await env.send(client, "POST", "/banklink/micro-deposits", { body })).body;
    for (let tried = 0; tried < tries; tried += 1) {
      const wrong = { amounts: ["0.01", "0.02"] };
      await env.send(client, "POST", `/banklink/micro-deposits/${address_id}/confirm`, { body: wrong });
    }
    return address_id;
  };
  for (const [number, tries, verification] of [
    ["81726356", 1, "pending"],
    ["81726357", 3, "failed"],
  ] as const) {
    const id = await failing(number, tries);
    expect((await get(id)).body.verification).toBe(verification);
    env.nextAccountNumber(number);
    expect(await register()).toBe(id);
    expect((await get(id)).body.verification).toBe("verified");
    const confirm = `/banklink/micro-deposits/${id}/confirm`;
    const late = await env.send(client, "POST", confirm, { body: { amounts: ["0.32", "0.45"] } });
    expect(late.status).toBe(409);
  }
});

test("a bank account that is not linked or is archived, and a chain address, cannot be renewed", async () => {
  const send = (id: string) => env.send(client, "POST", `/addresses/${id}/update-link-token`);
  const add = async (path: string, body: object): Promise<string> =>
    (await env.send(client, "POST", path, { body })).body.id;
  const typed = await add("/addresses/external", newBankRequest({ account_number: "700000001" }));
  expect((await send(typed)).body.detail).toMatch(/no link to renew/);
  const chain = await add("/addresses/internal", { name: "Ours", transfer_types: ["base"] });
  expect((await send(chain)).body.detail).toMatch(/on a chain/);
  const archived = await register();
  await env.send(client, "PATCH", `/addresses/${archived}`, { body: { status: "archived" } });
  expect((await send(archived)).body.detail).toMatch(/archived/);
  expect((await send("01JD7Q2M8W3T5V6X9YZABCDEFG")).status).toBe(404);
  const stranger = await env.api.createClient();
  expect((await env.send(stranger, "POST", `/addresses/${typed}/update-link-token`)).status).toBe(404);
});

test("a linked bank account cannot be added manually, and an unlinked one gets no debit rails", async () => {
  env.nextAccountNumber("81726358");
  const id = await register();
  const typedLike = newBankRequest({ account_number: "81726358", routing_number: "099900111" });
  const again = await env.send(client, "POST", "/addresses/external", { body: typedLike });
  expect(again.status).toBe(409);
  expect(again.body.detail).toContain(id);
  const typed = (
    await env.send(client, "POST", "/addresses/external", {
      body: newBankRequest({ account_number: "700000002" }),
    })
  ).body.id;
  const patch = (address: string, rails: readonly string[]) =>
    env.send(client, "PATCH", `/addresses/${address}`, { body: { additional_transfer_types: rails } });
  const refused = await patch(typed, ["ach_credit", "ach_debit"]);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/additional_transfer_types/1" }] },
  });
  const linked = await register({ transfer_types: ["ach_credit"] });
  expect((await patch(linked, ["ach_debit"])).body.transfer_types).toEqual(["ach_credit", "ach_debit"]);
  expect((await patch(linked, ["wire"])).status).toBe(422);
});
