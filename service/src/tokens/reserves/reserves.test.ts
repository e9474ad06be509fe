import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock, testCause } from "../../../test/auth.ts";
import { createFakeChains, issueActive, record, startTokenApi, type TokenApi } from "../../../test/tokens.ts";
import { openClaims } from "../../claims/index.ts";
import { tenantOf } from "../../kernel/id.ts";
import { usd } from "../../kernel/money.ts";
import { createChainSupplyReader } from "./chain-supply.ts";

let api: TokenApi;
let issuer: TestClient;
let standard: TestClient;
let tokens = 0;

beforeAll(async () => {
  api = await startTokenApi();
  issuer = await api.createClient({ selfAttested: true });
  standard = await api.createClient();
});
afterAll(() => api.stop());
beforeEach(() => {
  api.inFlight.length = 0;
});

test("returns chain supply, ledger supply and reserve of a fiat-backed token", async () => {
  const { valueType, id, contracts } = await issue(standard, "fiat_backed");
  await mint(standard, valueType, "base", 900_000_000n);
  await mint(standard, valueType, "solana", 100_000_000n);
  await deposit(standard, id, 100_050n);
  api.chains.setSupply(contracts["base"] ?? "", 900_000_000n);
  api.chains.setSupply(contracts["solana"] ?? "", 150_000_000n);
  const mint50 = {
    contract: contracts["solana"] ?? "",
    kind: "mint",
    from: undefined,
    to: "x",
    units: 50_000_000n,
  };
  api.inFlight.push({ ...mint50, kind: "mint" });
  expect(await reserves(standard, valueType)).toMatchObject({
    value_type: valueType,
    kind: "fiat_backed",
    deployments: [
      {
        transfer_type: "base",
        chain_supply: "900.00",
        chain_error: null,
        ledger_supply: "900.00",
        minting: "0.00",
        burning: "0.00",
        difference: "0.00",
      },
      {
        transfer_type: "solana",
        chain_supply: "150.00",
        ledger_supply: "100.00",
        minting: "50.00",
        difference: "50.00",
      },
    ],
    chain_supply: "1050.00",
    ledger_supply: "1000.00",
    reserve: { value: "1000.50", currency: "USD" },
    difference: "0.50",
  });
});

test("open claims are subtracted from the reserve", async () => {
  const { valueType, id } = await issue(standard, "fiat_backed");
  await mint(standard, valueType, "base", 100_000_000n);
  await deposit(standard, id, 10_000n);
  const usdOf = (value: string) => ({ value, currency: "USD" });
  expect(await reserves(standard, valueType)).toMatchObject({
    claims: usdOf("0.00"),
    difference_net: "0.00",
  });
  const { clock, newId } = api.deps;
  const scope = { tenantId: tenantOf(standard.accountId), network: "testnet" } as const;
  const claim = {
    id: newId<"claim">(),
    accountId: standard.accountId,
    addressId: newId(),
    transferId: newId(),
    paymentId: newId<"payment">(),
    tokenId: id,
    valueType,
    returnCode: "R10",
    cents: 4_000n,
  };
  const operations = await api.database.transaction((tx) =>
    openClaims({ clock, newId }, tx, scope, { opened: [claim], cause: testCause }),
  );
  await record(api.database, standard.accountId, operations);
  expect(await reserves(standard, valueType)).toMatchObject({
    reserve: usdOf("100.00"),
    difference: "0.00",
    reserve_gross: usdOf("100.00"),
    claims: usdOf("40.00"),
    reserve_net: usdOf("60.00"),
    difference_net: "-40.00",
  });
});

test("tokens between chains and money in clearing do not affect the difference", async () => {
  const { valueType, id, contracts } = await issue(standard, "fiat_backed");
  await mint(standard, valueType, "base", 60_000_000n);
  await deposit(standard, id, 10_000n);
  const asset = { code: valueType, scale: 6 };
  await record(api.database, standard.accountId, [
    {
      type: "post",
      key: `crossed/${valueType}`,
      postings: [
        { account: { kind: "supply", chain: "solana", asset }, units: -40_000_000n },
        { account: { kind: "clearing", owner: "transfers", chain: "solana", asset }, units: 40_000_000n },
        { account: { kind: "external", asset: usd }, units: -7_000n },
        { account: { kind: "clearing", owner: "transfers", asset: usd }, units: 7_000n },
      ],
    },
  ]);
  api.chains.setSupply(contracts["base"] ?? "", 60_000_000n);
  expect(await reserves(standard, valueType)).toMatchObject({
    deployments: [
      { transfer_type: "base", ledger_supply: "60.00", difference: "0.00" },
      { transfer_type: "solana", chain_supply: "0.00", ledger_supply: "0.00", difference: "0.00" },
    ],
    chain_supply: "60.00",
    ledger_supply: "100.00",
    difference: "0.00",
  });
});

test("an attested token has no reserve and no deployment that is still pending", async () => {
  const { valueType } = await issue(issuer, "attested");
  const body = await reserves(issuer, valueType);
  expect(body).toMatchObject({
    reserve: null,
    difference: null,
    ledger_supply: "0.00",
    chain_supply: "0.00",
  });
});

test.each([
  ["down", "no node of this chain is reachable"],
  ["silent", "the chain did not respond in time"],
] as const)(
  "a chain that is %s has a reason instead of a supply, and the others are reported",
  async (mood, reason) => {
    const { valueType, contracts } = await issue(issuer, "attested");
    await mint(issuer, valueType, "base", 5_000_000n);
    api.chains.setSupply(contracts["base"] ?? "", 5_000_000n);
    api.chains.setMood("solana", mood);
    try {
      const body = await reserves(issuer, valueType);
      expect(body.deployments).toMatchObject([
        { chain_supply: "5.00", chain_error: null, difference: "0.00" },
        { chain_supply: null, chain_error: reason, ledger_supply: "0.00", difference: null },
      ]);
      expect(body.chain_supply).toBeNull();
    } finally {
      api.chains.setMood("solana", "well");
    }
  },
);

test("a bug in an adapter is not reported as an unreachable chain", async () => {
  const { valueType } = await issue(issuer, "attested");
  api.chains.setMood("solana", "broken");
  const path = `/tokens/${valueType}/reserves`;
  expect((await api.request("GET", path, { token: issuer.token })).status).toBe(500);
  api.chains.setMood("solana", "well");
  expect((await api.request("GET", path, { token: issuer.token })).status).toBe(200);
});

test("concurrent reads query a chain once, and again when the result is stale", async () => {
  const [clock, chains] = [createManualClock(), createFakeChains()];
  chains.setSupply("c", 7n);
  const read = createChainSupplyReader({ chains, clock, maxAgeMs: 1_000 });
  const key = { network: "testnet", chain: "base" } as const;
  const responses = await Promise.all([1, 2, 3].map(() => read(key, "c")));
  expect(responses).toEqual(responses.map(() => ({ ok: true, units: 7n, asOf: clock.now() })));
  expect(chains.questions()).toBe(1);
  await read({ ...key, network: "mainnet" }, "c");
  clock.advance(1_000);
  await read(key, "c");
  expect(chains.questions()).toBe(3);
});

async function issue(client: TestClient, kind: string) {
  tokens += 1;
  const valueType = `TOKEN${tokens}`;
  const { body } = await issueActive(api, client, { value_type: valueType, kind });
  const work = api.chainWork.enqueued.filter(({ subject }) => subject === body.id);
  const contracts = Object.fromEntries(work.map(({ id, chain }) => [chain, `contract-${id}`]));
  return { valueType, id: String(body.id), contracts };
}

function mint({ accountId }: TestClient, valueType: string, chain: string, units: bigint): Promise<void> {
  const asset = { code: valueType, scale: 6 };
  const postings = [
    { account: { kind: "supply", chain, asset }, units: -units },
    { account: { kind: "wallet", owner: "anna", chain, asset }, units },
  ] as const;
  return record(api.database, accountId, [{ type: "post", key: `mint/${valueType}/${chain}`, postings }]);
}

function deposit({ accountId }: TestClient, tokenId: string, cents: bigint): Promise<void> {
  const postings = [
    { account: { kind: "clearing", owner: "wire", asset: usd }, units: -cents },
    { account: { kind: "reserve", owner: tokenId, asset: usd }, units: cents },
  ] as const;
  return record(api.database, accountId, [{ type: "post", key: `reserve/${tokenId}`, postings }]);
}

async function reserves({ token }: TestClient, valueType: string) {
  const response = await api.request("GET", `/tokens/${valueType}/reserves`, { token });
  expect(response.status).toBe(200);
  return response.body;
}
