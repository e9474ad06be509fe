import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AddressApi,
  addressOf,
  newStreet,
  sanctionedAddress,
  startAddressApi,
} from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { countRows } from "../../test/table-dump.ts";
import { addManagedAccount, addToken } from "../../test/token-holders.ts";

let env: AddressApi;
let client: TestClient;
let mainnet: TestClient;
const lines: string[] = [];

beforeAll(async () => {
  env = await startAddressApi({
    environment: { LOG_LEVEL: "warn", LOG_FORMAT: "json" },
    logDestination: { write: (line) => lines.push(line) },
  });
  client = await env.api.createClient();
  mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
});

afterAll(() => env.api.stop());

const add = (body: unknown, as = client, key?: string) =>
  env.send(as, "POST", "/addresses/external", { body, ...(key === undefined ? {} : { key }) });

let seeds = 0;
const fresh = (family: keyof typeof addressOf = "evm"): string => {
  seeds += 1;
  return addressOf[family](`external-${seeds}`);
};

test("an address is added with canonical chain names, and Location is its URL", async () => {
  const address = fresh();
  const response = await add({ name: " Supplier ", address, transfer_types: ["base_sepolia", "ethereum"] });
  expect(response).toMatchObject({
    status: 201,
    body: {
      status: "active",
      name: "Supplier",
      address,
      transfer_types: ["ethereum", "base"],
      type: "external",
    },
  });
  const { id } = response.body;
  expect(response.headers.get("location")).toBe(`/accounts/${client.accountId}/addresses/${id}`);
  expect((await env.send(client, "GET", `/addresses/${id}`)).body).toEqual(response.body);
});

test.each([
  ["solana", "solana"],
  ["stellar", "stellar"],
  ["evm", "base"],
] as const)("an address of %s can be added on %s", async (family, chain) => {
  const response = await add({ name: "Theirs", address: fresh(family), transfer_types: [chain] });
  expect(response).toMatchObject({ status: 201, body: { transfer_types: [chain] } });
});

test("a hexadecimal address in one case is returned with its checksum; a wrong checksum is refused", async () => {
  const address = fresh();
  const lower = await add({ name: "Lower", address: address.toLowerCase(), transfer_types: ["base"] });
  expect(lower).toMatchObject({ status: 201, body: { address } });
  const other = fresh();
  const swapped = other.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  expect(await add({ name: "Wrong", address: swapped, transfer_types: ["base"] })).toMatchObject({
    status: 422,
    body: { code: "unprocessable", errors: [{ pointer: "/address" }] },
  });
});

describe("refused, with nothing stored", () => {
  const evm = addressOf.evm("refused");
  const bank = {
    owner: "Anna",
    account_number: "12345678",
    routing_number: "021000021",
    account_type: "checking",
  };

  test.each([
    [
      "an address of another chain",
      { address: addressOf.solana("x"), transfer_types: ["base"] },
      422,
      "/address",
    ],
    ["an empty address", { address: "", transfer_types: ["base"] }, 422, "/address"],
    ["a mix of families", { transfer_types: ["base", "solana"] }, 422, "/transfer_types"],
    ["a bank rail", { transfer_types: ["base", "wire"] }, 422, "/transfer_types/1"],
    ["a blank name", { name: "  ", transfer_types: ["base"] }, 422, "/name"],
    ["an unknown chain", { transfer_types: ["dogechain"] }, 400, "/transfer_types/0"],
    ["no chain", { transfer_types: [] }, 400, "/transfer_types"],
    ["a repeated chain", { transfer_types: ["base", "base"] }, 400, "/transfer_types/1"],
    ["one chain by two names", { transfer_types: ["base", "base_sepolia"] }, 400, "/transfer_types/1"],
    ["an unknown field", { transfer_types: ["base"], memo: "x" }, 400, "/memo"],
    ["no name", { name: undefined, transfer_types: ["base"] }, 400, "/name"],
    ["fields of both variants", { transfer_types: ["base"], ...bank }, 400, "/owner"],
    ["a street address", { transfer_types: ["base"], bank_address: newStreet() }, 400, "/bank_address"],
    ["fields of neither variant", { address: undefined, transfer_types: ["base"] }, 400, "/address"],
  ] as const)("%s", async (_what, overrides, status, pointer) => {
    const before = await countRows(env.api.database);
    const response = await add({ name: "Theirs", address: evm, ...overrides });
    expect(response).toMatchObject({
      status,
      body: { errors: expect.arrayContaining([{ pointer, detail: expect.any(String) }]) },
    });
    expect(await countRows(env.api.database)).toEqual(before);
  });

  test("the error for a body of both variants or neither names the deciding fields", async () => {
    const decides = /address determines the blockchain variant; owner, account_number, .* the bank variant/;
    for (const body of [
      { name: "Both", address: evm, transfer_types: ["base"], ...bank },
      { name: "Neither", transfer_types: ["base"] },
    ]) {
      expect((await add(body)).body).toMatchObject({
        code: "validation_failed",
        detail: expect.stringMatching(decides),
      });
    }
  });

  test("a sanctioned address, which is reported to the operator and not explained to the caller", async () => {
    const before = await countRows(env.api.database);
    for (const address of [sanctionedAddress, sanctionedAddress.toLowerCase()]) {
      const response = await add({ name: "Sanctioned", address, transfer_types: ["base"] });
      expect(response).toMatchObject({
        status: 422,
        body: { code: "address_not_allowed", detail: "/address cannot be used" },
      });
    }
    const reported = lines.filter((line) => line.includes("attempt to use a sanctioned address"));
    expect(reported.map((line) => JSON.parse(line).accountId)).toEqual([client.accountId, client.accountId]);
    expect(await countRows(env.api.database)).toEqual(before);
  });

  test("the name of a test chain on mainnet", async () => {
    const response = await add({ name: "Theirs", address: evm, transfer_types: ["sepolia"] }, mainnet);
    expect(response).toMatchObject({ status: 403, body: { code: "network_not_supported" } });
    expect(await add({ name: "Theirs", address: evm, transfer_types: ["base"] }, mainnet)).toMatchObject({
      status: 201,
    });
  });

  test("an account that does not exist, belongs to another tenant, or has a malformed id", async () => {
    const stranger = await env.api.createClient();
    for (const accountId of [stranger.accountId, "01JD7Q2M8W3T5V6X9YZABCDEFG", "x"]) {
      const input = { name: "Theirs", address: fresh(), transfer_types: ["base"] };
      const path = `/accounts/${accountId}/addresses/external`;
      const options = { token: client.token, idempotencyKey: `other-${accountId}`, body: input };
      expect(await env.api.request("POST", path, options)).toMatchObject({ status: 404 });
    }
  });

  test("a token without the scope, and a request without an idempotency key", async () => {
    const reader = await env.api.createClient({ scopes: ["addresses:read"] });
    const body = { name: "Theirs", address: fresh(), transfer_types: ["base"] };
    expect(await add(body, reader)).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
    const path = `/accounts/${client.accountId}/addresses/external`;
    expect(await env.api.request("POST", path, { token: client.token, body })).toMatchObject({
      status: 400,
      body: { code: "idempotency_key_missing" },
    });
  });
});

describe("addresses where tokens would be lost", () => {
  const lost = { status: 422, body: { code: "unprocessable", errors: [{ pointer: "/address" }] } };

  test.each([
    ["evm", "base"],
    ["solana", "solana"],
    ["stellar", "stellar"],
  ] as const)("a token contract of the catalogue is refused: %s on %s", async (family, chain) => {
    const [address, stranger] = [fresh(family), await env.api.createClient()];
    const contract = chain === "stellar" ? `LOST:${address}` : address;
    const input = { issuer: stranger.accountId, valueType: `LOST${chain}`, chains: [chain] };
    await addToken(env.api, { ...input, contract });
    const response = await add({ name: "Contract", address, transfer_types: [chain] });
    expect(response).toMatchObject(lost);
    expect(response.text).not.toContain(`LOST${chain}`);
  });

  test("a contract on one chain can be a wallet on the other", async () => {
    const address = fresh();
    await addToken(env.api, {
      issuer: client.accountId,
      valueType: "ONBASE",
      chains: ["base"],
      contract: address,
    });
    const both = { name: "Both", address, transfer_types: ["ethereum", "base"] };
    expect(await add(both)).toMatchObject(lost);
    expect((await add({ ...both, transfer_types: ["ethereum"] })).status).toBe(201);
  });

  test.each([
    ["the token program", "solana", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"],
    ["the system program", "solana", "11111111111111111111111111111111"],
    ["the compute budget program", "solana", "ComputeBudget111111111111111111111111111111"],
    ["a sysvar", "solana", "SysvarS1otHashes111111111111111111111111111"],
    ["a mint", "solana", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
    ["a burn address", "base", "0x000000000000000000000000000000000000dEaD"],
    ["a precompile", "ethereum", "0x0000000000000000000000000000000000000009"],
    ["a placeholder", "base", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"],
    ["a well-known token", "base", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
    ["the all-zero key", "stellar", "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF"],
  ])("%s is not a wallet on %s", async (_name, chain, address) => {
    expect(await add({ name: "Lost", address, transfer_types: [chain] })).toMatchObject(lost);
  });
});

describe("a duplicate address", () => {
  test("is the existing one, whatever its case, with its own name", async () => {
    const address = fresh();
    const first = await add({ name: "First", address, transfer_types: ["base"], ownership: "first_party" });
    const audited = (await countRows(env.api.database))["audit_log"];
    expect(audited).toBeGreaterThan(0);
    const again = { name: "Second", address: address.toLowerCase(), transfer_types: ["base"] };
    const second = await add(again);
    expect(second).toMatchObject({ status: 200, body: { ...first.body, ownership: "self_owned" } });
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect((await countRows(env.api.database))["audit_log"]).toBe(audited);
  });

  test("gets the chains of its family that it lacks, and cools off again", async () => {
    const address = fresh();
    const first = await add({ name: "First", address, transfer_types: ["base"] });
    const second = await add({ name: "First", address, transfer_types: ["ethereum"] });
    expect(second).toMatchObject({
      status: 200,
      body: { id: first.body.id, transfer_types: ["ethereum", "base"] },
    });
    expect(second.body.last_updated > first.body.last_updated).toBe(true);
    const refused = { name: "First", address, transfer_types: ["ethereum", "solana"] };
    expect((await add(refused)).status).toBe(422);
  });

  test("is a conflict that names it, if it is archived", async () => {
    const body = { name: "First", address: fresh(), transfer_types: ["base"] };
    const { id } = (await add(body)).body;
    await env.send(client, "PATCH", `/addresses/${id}`, { body: { status: "archived" } });
    const response = await add({ ...body, transfer_types: ["ethereum"] });
    expect(response).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(response.body.detail).toContain(id);
    expect(response.body.detail).toMatch(/archived and can be reactivated.*additional_transfer_types/);
  });

  test("is no conflict in another account or network", async () => {
    const body = { name: "Shared", address: fresh(), transfer_types: ["base"] };
    const stranger = await env.api.createClient();
    for (const owner of [client, mainnet, stranger]) expect((await add(body, owner)).status).toBe(201);
  });

  test("is a conflict if it is a custodial address of the account itself", async () => {
    const own = await env.send(client, "POST", "/addresses/internal", {
      body: { name: "Own", transfer_types: ["base"] },
    });
    const response = await add({ name: "Mine", address: own.body.address, transfer_types: ["base"] });
    expect(response).toMatchObject({ status: 409 });
    expect(response.body.detail).toBe(`this is a custodial address of this account: ${own.body.id}`);
  });

  test("of another tenant is treated like any external address, without revealing its owner", async () => {
    const stranger = await env.api.createClient();
    const theirs = await env.send(stranger, "POST", "/addresses/internal", {
      body: { name: "Theirs", transfer_types: ["stellar"] },
    });
    const response = await add({ name: "Theirs", address: theirs.body.address, transfer_types: ["stellar"] });
    expect(response).toMatchObject({ status: 201, body: { type: "external" } });
    expect(response.text).not.toContain(theirs.body.id);
  });

  test("is refused if it is a custodial address of another account of the tenant", async () => {
    const managedId = await addManagedAccount(env.api, client.accountId);
    const theirs = await env.send({ ...client, accountId: managedId }, "POST", "/addresses/internal", {
      body: { name: "Theirs", transfer_types: ["stellar"] },
    });
    const response = await add({ name: "Theirs", address: theirs.body.address, transfer_types: ["stellar"] });
    expect(response).toMatchObject({ status: 422, body: { errors: [{ pointer: "/address" }] } });
  });

  test("with the same idempotency key gets the stored response, and concurrent requests add it once", async () => {
    const body = { name: "Once", address: fresh(), transfer_types: ["base"] };
    const first = await add(body, client, "once");
    const replay = await add(body, client, "once");
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(replay.text).toBe(first.text);
    const other = { ...body, address: fresh() };
    const responses = await Promise.all(Array.from({ length: 8 }, () => add(other)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(new Set(responses.map(({ body: { id } }) => id)).size).toBe(1);
  });
});
