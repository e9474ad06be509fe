import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../test/api.ts";
import { issueActive, postToken, record, startTokenApi, type TokenApi } from "../../test/tokens.ts";
import { standardChains } from "../chains/chain-name.ts";
import { statement } from "../db/statement.ts";
import type { Principal } from "../http/principal.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { findToken, findTokens } from "./find-token.ts";
import { requireVisibleToken } from "./list-tokens.ts";
import { ensurePlatformTokens } from "./platform-tokens.ts";
import { assetOf, contractOn, mintingKeyOf } from "./token.ts";

const newId = createIdFactory(systemClock);
let api: TokenApi;
let client: TestClient;
let other: TestClient;

beforeAll(async () => {
  api = await startTokenApi();
  client = await api.createClient({ selfAttested: true });
  other = await api.createClient({ selfAttested: true });
  await ensurePlatformTokens(api.deps, {
    network: "testnet",
    chains: standardChains,
    testTokenChains: standardChains,
  });
});
afterAll(() => api.stop());

test("the list returns public tokens and the tenant's tokens, newest first, for any access token", async () => {
  await postToken(api, client, { value_type: "MINE" });
  await postToken(api, other, { value_type: "THEIRS" });
  const { token } = await api.createClient({ accountId: client.accountId, scopes: ["webhooks:read"] });
  expect(await items("/tokens", token)).toEqual(["MINE", "USDC", "FUSD"]);
  expect(await items("/tokens", other.token)).toEqual(["THEIRS", "USDC", "FUSD"]);
  expect((await api.request("GET", "/tokens")).status).toBe(401);
});

test("tokens of other tenants and other networks are not found", async () => {
  const get = (path: string, token = client.token) => api.request("GET", path, { token });
  for (const spelling of ["MINE", "mine"])
    expect((await get(`/tokens/${spelling}`)).body.value_type).toBe("MINE");
  for (const path of [
    "/tokens/THEIRS",
    "/tokens/theirs",
    "/tokens/NONE",
    "/tokens/%00",
    "/tokens/THEIRS/reserves",
  ]) {
    const response = await get(path);
    expect([path, response.status, response.body.code]).toEqual([path, 404, "not_found"]);
  }
  const mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
  expect((await get("/tokens/MINE", mainnet.token)).status).toBe(404);
  expect(await items("/tokens", mainnet.token)).toEqual([]);
});

test("an account's list returns the tokens it issues and requires a scope", async () => {
  const path = `/accounts/${client.accountId}/tokens`;
  expect(await items(path, client.token)).toEqual(["MINE"]);
  expect((await api.request("GET", path, { token: other.token })).status).toBe(404);
  const { token } = await api.createClient({ accountId: client.accountId, scopes: ["tokens:write"] });
  expect((await api.request("GET", path, { token })).status).toBe(403);
});

test("lists are paginated in both directions", async () => {
  const pager = await api.createClient({ selfAttested: true });
  for (const value_type of ["PA", "PB", "PC"]) await postToken(api, pager, { value_type });
  const path = `/accounts/${pager.accountId}/tokens?page[size]=2`;
  const first = await api.request("GET", path, { token: pager.token });
  const second = await api.request("GET", `${path}&page[after]=${first.body.pagination.next}`, {
    token: pager.token,
  });
  const back = await api.request("GET", `${path}&page[before]=${second.body.pagination.prev}`, {
    token: pager.token,
  });
  expect([first, second, back].map(({ body }) => namesOf(body))).toEqual([
    ["PC", "PB"],
    ["PA"],
    ["PC", "PB"],
  ]);
  expect(second.body.pagination.next).toBeNull();
});

test("a client of a managed account sees its account's tokens and its manager's, not those of siblings", async () => {
  const tenantId = tenantOf(client.accountId);
  const [own, sibling] = [newId<"account">(), newId<"account">()];
  for (const [valueType, issuer] of [
    ["OFMINE", own],
    ["OFSIBLING", sibling],
  ]) {
    await postToken(api, client, { value_type: valueType });
    await api.database.run(statement("UPDATE tokens SET issuer_account_id = $2 WHERE value_type = $1"), [
      valueType ?? "",
      issuer ?? "",
    ]);
  }
  const principal: Principal = {
    caller: { type: "application", id: newId<"application">() },
    accountId: own,
    tenantId,
    network: "testnet",
    scopes: new Set(),
  };
  for (const seen of ["OFMINE", "MINE", "FUSD"]) {
    expect((await requireVisibleToken(api.database, principal, seen)).valueType).toBe(seen);
  }
  await expect(requireVisibleToken(api.database, principal, "OFSIBLING")).rejects.toThrow("not_found");
  expect(await items("/tokens", client.token)).toContain("OFSIBLING");
});

test("the supply on each chain is what all tenants have minted minus burned, by the ledger", async () => {
  const [token] = await api
    .request("GET", "/tokens/FUSD", { token: client.token })
    .then(({ body }) => [body]);
  const asset = { code: "FUSD", scale: 6 };
  const supply = { kind: "supply", chain: "base", asset } as const;
  const minted = (units: bigint, owner: string) => [
    {
      type: "post" as const,
      key: `mint/${units}`,
      postings: [
        { account: supply, units: -units },
        { account: { kind: "wallet" as const, owner, chain: "base", asset }, units },
      ],
    },
  ];
  expect(token.deployments[0]).toMatchObject({ transfer_type: "base", supply: "0.00" });
  await record(api.database, client.accountId, minted(1_500_000n, "anna"));
  await record(api.database, other.accountId, minted(250_000n, "bert"));
  const { body } = await api.request("GET", "/tokens/FUSD", { token: client.token });
  const shown = body.deployments.map((each: { transfer_type: string; supply: string }) => [
    each.transfer_type,
    each.supply,
  ]);
  expect(shown).toEqual([
    ["base", "1.75"],
    ["ethereum", "0.00"],
    ["solana", "0.00"],
    ["stellar", "0.00"],
  ]);
  const third = await api.request("GET", "/tokens/USDC", { token: client.token });
  expect(third.body.deployments[0].supply).toBeNull();
});

test("other modules find tokens by value type, with what they need to use them", async () => {
  const { body } = await issueActive(api, client, { value_type: "FOUND", transfer_types: ["base"] });
  const scope = { network: "testnet", tenantId: tenantOf(client.accountId) } as const;
  const token = await findToken(api.database, scope, "FOUND");
  if (token === undefined) throw new Error("no token");
  expect(token).toMatchObject({ id: body.id, status: "active", kind: "attested", scale: 6 });
  expect(assetOf(token)).toEqual({ code: "FOUND", scale: 6 });
  expect(contractOn(token, "base")).toMatch(/^contract-/);
  expect(contractOn(token, "solana")).toBeUndefined();
  expect(mintingKeyOf(token)).toEqual({
    issuer: { role: "issuer", index: expect.any(Number) },
    authority: "platform",
  });
  const elsewhere = { ...scope, tenantId: tenantOf(other.accountId) };
  expect(await findToken(api.database, elsewhere, "FOUND")).toBeUndefined();
  expect(await findToken(api.database, { ...scope, tenantId: undefined }, "FOUND")).toEqual(token);
  const many = await findTokens(api.database, scope, ["FOUND", "FUSD", "FOUND", "THEIRS", "found"]);
  expect([...many.keys()].toSorted()).toEqual(["FOUND", "FUSD"]);
});

async function items(path: string, token: string): Promise<readonly string[]> {
  const response = await api.request("GET", path, { token });
  expect(response.status).toBe(200);
  return namesOf(response.body);
}

function namesOf({ tokens }: { readonly tokens: readonly { readonly value_type: string }[] }) {
  return tokens.map(({ value_type }) => value_type);
}
