import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankRequest } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";
import { testCause } from "../../../test/auth.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { blockDebits, findAddress, reauthorizeDebits, refuseUnusable } from "../index.ts";

let env: BankLinkApi;
let client: TestClient;
const deps = { clock: systemClock, newId: createIdFactory(systemClock) };

beforeAll(async () => {
  env = await startBankLinkApi();
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const scope = () => ({ tenantId: tenantOf(client.accountId), network: "testnet" }) as const;

async function link(): Promise<string> {
  const public_token = await env.publicToken(client);
  return (await env.register(client, { public_token, transfer_types: ["ach_debit"] })).body.address_id;
}

async function block(addressId: string): Promise<void> {
  const ended = [{ addressId, reason: { code: "R10", text: "Not authorized" } }];
  await env.api.database.transaction((tx) => blockDebits(deps, tx, scope(), ended));
}

/** Why the address cannot be debited, and whether it needs an update. */
async function look(addressId: string) {
  const address = await findAddress(env.api.database, { ...scope(), addressId });
  if (address === undefined) throw new Error("the address exists");
  const refusal = refuseUnusable(address, { transferType: "ach_debit", pointer: "/source" });
  const { body } = await env.send(client, "GET", `/addresses/${addressId}`);
  return { code: refusal?.code, detail: refusal?.errors?.[0], needsUpdate: body.needs_update };
}

const blocked = {
  code: "unprocessable",
  detail: { pointer: "/source/address_id", detail: expect.stringContaining("returned as R10") },
  needsUpdate: true,
};
const free = { code: undefined, detail: undefined, needsUpdate: false };

test("a blocked bank account cannot be debited until its owner links it again", async () => {
  const id = await link();
  expect(await look(id)).toEqual(free);
  await block(id);
  await block(id);
  expect(await look(id)).toEqual(blocked);
  const update = await env.send(client, "POST", `/addresses/${id}/update-link-token`);
  const public_token = await env.publicToken(client, { link_token: update.body.link_token });
  await env.register(client, { public_token, transfer_types: ["ach_debit"] });
  expect(await look(id)).toEqual(free);
});

test("a blocked bank account can be verified again by micro deposits", async () => {
  const body = newBankRequest({ account_number: "664400110", transfer_types: ["ach_debit"] });
  const begin = () => env.send(client, "POST", "/banklink/micro-deposits", { body });
  const confirm = (id: string) =>
    env.send(client, "POST", `/banklink/micro-deposits/${id}/confirm`, {
      body: { amounts: ["0.32", "0.45"] },
    });
  const id: string = (await begin()).body.address_id;
  await confirm(id);
  expect((await begin()).status).toBe(409);
  await block(id);
  expect((await begin()).status).toBe(201);
  expect(await look(id)).toMatchObject({ code: "unprocessable", needsUpdate: true });
  await confirm(id);
  expect(await look(id)).toEqual(free);
});

test("an operator unblocks a bank account with a reason, once", async () => {
  const id = await link();
  await block(id);
  const input = { addressId: id, reason: "signed authorization of November 16", cause: testCause };
  const reauthorize = () => env.api.database.transaction((tx) => reauthorizeDebits(deps, tx, input));
  await reauthorize();
  expect(await look(id)).toEqual(free);
  await expect(reauthorize()).rejects.toMatchObject({ refusal: { code: "not_found" } });
});
