import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock, testCause } from "../../../test/auth.ts";
import { reportSeed } from "../../../test/reserve-reports.ts";
import { issueActive, record, startTokenApi, type TokenApi } from "../../../test/tokens.ts";
import type { Network } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import { publicKeyOfSeed } from "../../kernel/signed-json.ts";
import { findToken } from "../find-token.ts";
import { makeReport } from "../reserve-reports/make-report.ts";
import { endOf, lastMonth } from "../reserve-reports/month.ts";
import { insertPage, selectReport } from "../reserve-reports/store.ts";
import { verifyReports } from "../reserve-reports/verify-reports.ts";
import { createChainSupplyReader } from "../reserves/chain-supply.ts";
import type { Token } from "../token.ts";
import { createSnapshots, maxAgeMs } from "./snapshot.ts";

let api: TokenApi;
let issuer: TestClient;
let mainnetIssuer: TestClient;
let tokens = 0;

beforeAll(async () => {
  api = await startTokenApi();
  issuer = await api.createClient();
  mainnetIssuer = await api.createClient({ network: "mainnet" });
});
afterAll(() => api.stop());

test("an opened page shows supply and reserve without sign-in, and runs no scripts", async () => {
  const { valueType, token } = await issue("testnet", { name: 'Acme <b>"Dollar"</b>' });
  await mint(valueType, 1_234_000_000n);
  await deposit(token.id, 123_400n);
  await open(token);
  const page = await api.request("GET", `/transparency/${valueType}`);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cache-control")).toBe("public, max-age=60");
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none';style-src 'sha256-[^ ]+';/,
  );
  expect(page.text).toContain("Acme &#60;b&#62;&#34;Dollar&#34;&#60;/b&#62;");
  expect(page.text).toContain("1,234.00");
  expect(page.text).toContain("Sandbox: a token on testnet");
  expect(page.text).not.toMatch(/<script|javascript:|https?:/i);
  expect(page.text).not.toContain(issuer.accountId);
  const figures = await api.request("GET", `/transparency/${valueType}.json`);
  expect(figures.body).toMatchObject({
    value_type: valueType,
    network: "testnet",
    reserves: { ledger_supply: "1234.00", reserve_net: { value: "1234.00", currency: "USD" } },
    reports: [],
    public_keys: [],
  });
  expect(figures.text).not.toContain(issuer.accountId);
});

test("a token whose page is not open has none, whether or not it exists", async () => {
  const { valueType } = await issue("mainnet");
  const attested = await api.createClient({ selfAttested: true });
  await issueActive(api, attested, { value_type: "ATTESTEDX", kind: "attested" });
  const token = await findToken(api.database, { network: "testnet", tenantId: undefined }, "ATTESTEDX");
  if (token !== undefined) await open(token);
  const names = [valueType, valueType.toLowerCase(), "ATTESTEDX", "NOSUCH", "a", "..%2fx", "x".repeat(40)];
  for (const name of names) {
    for (const path of [name, `${name}.json`, `${name}/reports/2026-10`, `${name}/reports/2026-10.json`]) {
      expect([path, (await api.request("GET", `/transparency/${path}`)).status]).toEqual([path, 404]);
    }
  }
});

test("a token on mainnet takes precedence over a test token of the same name", async () => {
  const test = await issue("testnet", { value_type: "BOTHUSD" });
  await open(test.token);
  const main = await issue("mainnet", { value_type: "BOTHUSD" });
  await open(main.token);
  const { body, status } = await api.request("GET", "/transparency/BOTHUSD.json");
  expect([status, body.network]).toEqual([200, "mainnet"]);
  const page = await api.request("GET", "/transparency/BOTHUSD");
  expect(page.text).not.toContain("Sandbox");
});

test("a report is served as the signed bytes and as a page", async () => {
  const { valueType, token } = await issue("testnet");
  const month = await report(valueType);
  await open(token);
  const path = `/transparency/${valueType}/reports/${month}`;
  const signed = await api.request("GET", `${path}.json`);
  expect(signed.text).toBe(
    (await selectReport(api.database, { network: token.network, tokenId: token.id, month }))?.document,
  );
  expect(verifyReports([{ name: month, text: signed.text }], [publicKeyOfSeed(reportSeed)])).toMatchObject({
    findings: [],
    reports: [{ report: { value_type: valueType, month, number: 1 } }],
  });
  const page = await api.request("GET", path);
  expect(page.text).toContain(`Reserve report ${month}`);
  expect(page.text).toContain("hash-of-100-on-base");
  expect(page.text).toContain(publicKeyOfSeed(reportSeed));
  const { body } = await api.request("GET", `/transparency/${valueType}.json`);
  expect(body).toMatchObject({
    reports: [{ month, number: 1, unexplained_differences: 0 }],
    public_keys: [publicKeyOfSeed(reportSeed)],
  });
  expect((await api.request("GET", `/transparency/${valueType}/reports/2020-01.json`)).status).toBe(404);
});

test("a cached copy is confirmed without a body", async () => {
  const { valueType, token } = await issue("testnet");
  await open(token);
  const path = `/transparency/${valueType}`;
  const etag = (await api.request("GET", path)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await api.request("GET", path, { headers: { "if-none-match": known } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  expect((await api.request("GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});

test("figures are computed once a minute, however many readers there are", async () => {
  const { valueType, token } = await issue("testnet");
  const clock = createManualClock(systemClock.now());
  const readChainSupply = createChainSupplyReader({ chains: api.chains, clock, maxAgeMs: 0 });
  const snapshots = createSnapshots({ ...api.deps, clock, readChainSupply, isOpenByDefault: () => false });
  expect(await snapshots.find(valueType)).toBeUndefined();
  await open(token);
  expect(await snapshots.find(valueType)).toBeUndefined();
  clock.advance(maxAgeMs);
  const before = api.chains.questions();
  const views = await Promise.all(Array.from({ length: 50 }, () => snapshots.find(valueType)));
  expect(new Set(views).size).toBe(1);
  clock.advance(maxAgeMs - 1);
  expect(await snapshots.find(valueType)).toBe(views[0]);
  expect(api.chains.questions() - before).toBe(2);
  clock.advance(1);
  expect(await snapshots.find(valueType)).not.toBe(views[0]);
});

test("in a sandbox every fiat-backed test token has a page, and no token on mainnet", async () => {
  const test = await issue("testnet");
  const main = await issue("mainnet");
  const readChainSupply = createChainSupplyReader({ chains: api.chains, clock: systemClock });
  const isOpenByDefault = (network: Network) => network === "testnet";
  const snapshots = createSnapshots({ ...api.deps, readChainSupply, isOpenByDefault });
  expect(await snapshots.find(test.valueType)).toMatchObject({ network: "testnet" });
  expect(await snapshots.find(main.valueType)).toBeUndefined();
});

/** Reports the month in which the token was created, as if it were over. */
async function report(valueType: string): Promise<string> {
  const now = systemClock.now();
  const clock = createManualClock(endOf(new Date(now).toISOString().slice(0, 7)));
  const month = lastMonth(clock.now());
  const deps = { ...api.deps, clock, chains: api.chains, loadSigningKey: async () => reportSeed };
  const options = { cause: testCause, pause: async () => {} };
  const made = await makeReport(deps, { network: "testnet", valueType, month }, options);
  expect(made).toMatchObject({ month });
  return month;
}

async function issue(network: Network, overrides: Readonly<Record<string, unknown>> = {}) {
  tokens += 1;
  const request = {
    value_type: `PAGE${tokens}`,
    kind: "fiat_backed",
    transfer_types: ["base", "solana"],
    ...overrides,
  };
  await issueActive(api, network === "mainnet" ? mainnetIssuer : issuer, request);
  const valueType = request.value_type;
  const token = await findToken(api.database, { network, tenantId: undefined }, valueType);
  if (token === undefined) throw new Error("no token");
  return { valueType, token };
}

async function open({ network, id: tokenId }: Token): Promise<void> {
  await insertPage(api.database, { network, tokenId, openedAt: systemClock.now() });
}

function mint(valueType: string, units: bigint): Promise<void> {
  const asset = { code: valueType, scale: 6 };
  const postings = [
    { account: { kind: "supply", chain: "base", asset }, units: -units },
    { account: { kind: "wallet", owner: "anna", chain: "base", asset }, units },
  ] as const;
  return record(api.database, issuer.accountId, [{ type: "post", key: `mint/${valueType}`, postings }]);
}

function deposit(tokenId: string, cents: bigint): Promise<void> {
  const postings = [
    { account: { kind: "clearing", owner: "wire", asset: usd }, units: -cents },
    { account: { kind: "reserve", owner: tokenId, asset: usd }, units: cents },
  ] as const;
  return record(api.database, issuer.accountId, [{ type: "post", key: `reserve/${tokenId}`, postings }]);
}
