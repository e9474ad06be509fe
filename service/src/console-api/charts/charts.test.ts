import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addTransferFacts, foldAll, type TransferFact } from "../../../test/statistics.ts";
import { createIdFactory, platformTenant, tenantOf } from "../../kernel/id.ts";
import { addMs, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import { type Operation, recordOperations } from "../../ledger/index.ts";
import { insertRequests } from "../../request-log/store.ts";
import { countConfirmations, noteLevels } from "../../statistics/index.ts";

let api: TestApi;
let client: TestClient;
let member: TestUser;

const dayMs = 86_400_000;
// Noon, so that no day ends during a test.
const clock = createManualClock(instantFromMs(Math.floor(systemClock.now() / dayMs) * dayMs + dayMs / 2));
const daysAgo = (days: number) => instantFromMs(clock.now() - days * dayMs);

beforeAll(async () => {
  api = await startTestApi({ clock, environment: { FLORIN_ROLES: "api" }, inventsEvents: true });
  client = await api.createClient({ selfAttested: true });
  member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer", clock });
});
afterAll(() => api.stop());

const scopeOf = ({ accountId }: TestClient) =>
  ({ tenantId: tenantOf(accountId), network: "testnet" }) as const;
const pathOf = (chart: string): string =>
  `/console/api/workspaces/${client.accountId}/testnet/charts/${chart}`;

function fact(given: Partial<TransferFact> & Pick<TransferFact, "id" | "event" | "at">): TransferFact {
  return { flow: "onramp", currency: "USD", units: 10_000_000n, createdAt: given.at, ...given };
}

test("volume, success rate, failures and durations count each event at its time", async () => {
  await addTransferFacts(api.database, scopeOf(client), [
    fact({ id: "t1", event: "completed", at: daysAgo(1), createdAt: addMs(daysAgo(1), -60_000) }),
    fact({
      id: "t2",
      event: "completed",
      at: daysAgo(0),
      flow: "offramp",
      currency: "FUSD",
      units: 2_500_000n,
    }),
    fact({ id: "t3", event: "failed", at: daysAgo(0), failureCode: "R01" }),
    fact({ id: "t4", event: "completed", at: daysAgo(8) }),
    fact({ id: "t5", event: "created", at: daysAgo(0) }),
  ]);
  await foldAll(api.database);
  const { body: volume } = await member.get(`${pathOf("transfer-volume")}?period=7d`);
  expect(volume).toMatchObject({ period: "7d", step: "day", is_complete: true });
  expect(volume.starts).toHaveLength(7);
  expect(volume.panels).toMatchObject([
    { unit: "FUSD", series: [{ name: "offramp", total: "2.50", previous_total: "0.00" }] },
    { unit: "USD", series: [{ name: "onramp", total: "10.00", previous_total: "10.00" }] },
  ]);
  expect(volume.panels[1].series[0].values).toEqual([
    "0.00",
    "0.00",
    "0.00",
    "0.00",
    "0.00",
    "10.00",
    "0.00",
  ]);
  const { body: success } = await member.get(`${pathOf("transfer-success")}?period=7d`);
  expect(success.panels[0].series[0]).toMatchObject({ total: "66.66", previous_total: "100.00" });
  expect(success.panels[0].series[0].values.slice(-3)).toEqual([null, "100.00", "50.00"]);
  const { body: failures } = await member.get(pathOf("transfer-failures"));
  expect(failures.panels[0].series).toMatchObject([{ name: "R01", total: "1" }]);
  const { body: time } = await member.get(`${pathOf("transfer-time")}?period=24h`);
  expect(time.step).toBe("hour");
  expect(Number(time.panels[0].series[0].total)).toBeLessThan(1_000);
});

test("what came back after it had completed is no volume and no success of that day", async () => {
  const other = await api.createClient();
  const viewer = await createUser(api, { memberOf: other.accountId, memberRole: "viewer", clock });
  const chartOf = async (chart: string) =>
    (await viewer.get(`/console/api/workspaces/${other.accountId}/testnet/charts/${chart}?period=7d`)).body
      .panels[0]?.series[0];
  await addTransferFacts(api.database, scopeOf(other), [
    fact({ id: "t1", event: "completed", at: daysAgo(2) }),
    fact({ id: "t2", event: "completed", at: daysAgo(2) }),
  ]);
  await foldAll(api.database);
  expect((await chartOf("transfer-volume")).total).toBe("20.00");
  expect((await chartOf("transfer-success")).total).toBe("100.00");
  await addTransferFacts(api.database, scopeOf(other), [
    fact({ id: "t2", event: "reversed", at: daysAgo(0) }),
  ]);
  await foldAll(api.database);
  const volume = await chartOf("transfer-volume");
  expect([volume.total, volume.values.slice(-3)]).toEqual(["10.00", ["10.00", "0.00", "0.00"]]);
  const success = await chartOf("transfer-success");
  expect([success.total, success.values.slice(-3)]).toEqual(["50.00", ["100.00", null, "0.00"]]);
  expect(await chartOf("transfer-failures")).toMatchObject({ name: "R29", total: "1" });
});

test("balances are those at the end of each step", async () => {
  const acme = { code: "ACME", scale: 6 };
  const record = async (days: number, operations: readonly Operation[]): Promise<void> => {
    const then = createManualClock(daysAgo(days));
    await api.database.transaction((tx) =>
      recordOperations({ clock: then }, tx, scopeOf(client), operations),
    );
  };
  const mint = (key: string, units: bigint): Operation => ({
    type: "post",
    key,
    postings: [
      { account: { kind: "supply", owner: "t1", chain: "base", asset: acme }, units: -units },
      { account: { kind: "wallet", owner: "anna", chain: "base", asset: acme }, units },
    ],
  });
  await record(400, [mint("m/1", 100_000_000n)]);
  await record(2, [mint("m/2", 50_000_000n)]);
  await foldAll(api.database);
  const { body } = await member.get(`${pathOf("balances")}?period=7d`);
  const values = ["100.00", "100.00", "100.00", "100.00", "150.00", "150.00", "150.00"];
  expect(body.panels).toMatchObject([
    { unit: "ACME", series: [{ name: "balance", values, total: "150.00" }] },
  ]);
  expect(body.panels[0].series[0].previous_total).toBe("100.00");
  const { body: supply } = await member.get(`${pathOf("supply")}?period=7d`);
  expect(supply.panels).toMatchObject([
    { unit: "ACME", series: [{ name: "supply", values, total: "150.00" }] },
  ]);
  const clearing = { kind: "clearing", owner: "bank", asset: usd } as const;
  const reserve = { kind: "reserve", owner: "t1", asset: usd } as const;
  const funding = [
    { account: clearing, units: -14_000n },
    { account: reserve, units: 14_000n },
  ];
  await record(1, [{ type: "post", key: "r/1", postings: funding }]);
  expect((await member.get(`${pathOf("supply")}?period=7d`)).body.panels[0].series).toMatchObject([
    { name: "supply", unit: "ACME", total: "150.00" },
    { name: "reserve", unit: "USD", total: "140.00" },
  ]);
  const { body: byChain } = await member.get(`${pathOf("token-supply")}?period=12m&value_type=ACME`);
  expect(byChain.panels[0].series).toMatchObject([{ name: "base", total: "150.00" }]);
  expect((await member.get(`${pathOf("token-supply")}?value_type=NONE`)).body.panels).toEqual([]);
});

test("requests are counted once, by application and status, with their durations", async () => {
  const newId = createIdFactory(systemClock);
  const applicationId = newId<"application">();
  const request = (status: number, durationMs: number) => ({
    ...scopeOf(client),
    id: newId<"api-request">(),
    requestId: "r",
    applicationId,
    accountId: client.accountId,
    at: clock.now(),
    method: "GET",
    path: "/x",
    operation: "x",
    status,
    errorCode: undefined,
    durationMs,
  });
  const requests = [request(200, 7), request(201, 7), request(422, 300), request(200, 7)];
  await insertRequests(api.database, requests);
  await insertRequests(api.database, [...requests.slice(0, 1), request(500, 7)]);
  const only = `period=24h&application_id=${applicationId}`;
  const developer = await createUser(api, { memberOf: client.accountId, memberRole: "developer", clock });
  const { body } = await developer.get(`${pathOf("requests")}?${only}`);
  expect(body.panels[0].series).toMatchObject([
    { name: "2xx", total: "3" },
    { name: "4xx", total: "1" },
    { name: "5xx", total: "1" },
  ]);
  const { body: errors } = await developer.get(`${pathOf("request-errors")}?${only}`);
  expect(errors.panels[0].series).toMatchObject([{ name: applicationId, total: "40.00" }]);
  const { body: time } = await developer.get(`${pathOf("request-time")}?${only}`);
  const [p50, p95] = time.panels[0].series.map(({ total }: { total: string }) => Number(total));
  expect([p50 <= 8, p95 > 256, p95 <= 363]).toEqual([true, true, true]);
});

test("operators see gas wallets with the days they last, and return rates of all tenants", async () => {
  const operator = await createUser(api, { operatorRole: "read_only", clock });
  const platform = { tenantId: platformTenant, network: "testnet" } as const;
  const gas = { series: "gas", name: "minter", detail: "base" };
  const coin = 10n ** 18n;
  await noteLevels(api.database, platform, daysAgo(4), [{ ...gas, units: 10n * coin }]);
  await noteLevels(api.database, platform, daysAgo(2), [{ ...gas, units: 9n * coin }]);
  await noteLevels(api.database, platform, daysAgo(0), [{ ...gas, units: 7n * coin }]);
  await noteLevels(api.database, platform, daysAgo(0), [{ ...gas, units: 6n * coin }]);
  const { body } = await operator.get("/console/api/charts/gas?period=7d");
  const label = "minter (lasts 6 days)";
  expect(body.panels).toMatchObject([{ name: "base testnet", series: [{ label, total: "6.00" }] }]);
  const { body: spent } = await operator.get("/console/api/charts/gas-spent?period=7d");
  expect(spent.panels[0].series[0]).toMatchObject({
    values: ["0.00", "0.00", "0.00", "0.00", "1.00", "0.00", "3.00"],
    total: "4.00",
  });
  const rates = { entries: 1_000n, unauthorized: 6n, administrative: 30n, overall: 151n };
  const levels = Object.entries(rates).map(([name, count]) => ({ series: "return_rates", name, count }));
  await noteLevels(api.database, platform, daysAgo(0), levels);
  const { body: returns } = await operator.get("/console/api/charts/return-rates?period=12m");
  expect(returns.panels[0].series).toMatchObject([
    { name: "unauthorized", total: "0.60" },
    { name: "administrative", total: "3.00" },
    { name: "overall", total: "15.10" },
  ]);
  for (const chart of ["suspense-age", "review-age", "bank-files", "returns"]) {
    const response = await operator.get(`/console/api/charts/${chart}`);
    expect([response.status, response.body.panels]).toEqual([200, []]);
  }
  const treasury = `/console/api/treasury/${client.accountId}/testnet/charts/balances`;
  expect((await operator.get(treasury)).body.panels).toEqual([]);
  expect((await member.get(treasury)).status).toBe(403);
});

test("operators see the confirmation time of each chain, of all tenants", async () => {
  const operator = await createUser(api, { operatorRole: "read_only", clock });
  const other = await api.createClient();
  const sent = (seconds: number) => ({ chain: "base", sentAt: addMs(clock.now(), -seconds * 1_000) });
  await api.database.transaction(async (tx) => {
    await countConfirmations(tx, scopeOf(client), [sent(2), sent(2), sent(60)], clock.now());
    await countConfirmations(tx, scopeOf(other), [sent(2)], clock.now());
  });
  const { body } = await operator.get("/console/api/charts/confirmation-time?period=7d");
  expect(body.panels).toMatchObject([{ name: "base testnet", unit: "ms", series: [{}, {}] }]);
  const [p50, p95] = body.panels[0].series.map(({ total }: { total: string }) => Number(total));
  // Percentiles are exact to within a fifth.
  expect(p50).toBeGreaterThan(1_600);
  expect(p50).toBeLessThan(2_400);
  expect(p95).toBeGreaterThan(48_000);
  expect(p95).toBeLessThan(72_000);
});

test("charts are those of the workspace, and of a known period", async () => {
  const other = await api.createClient();
  const stranger = await createUser(api, { memberOf: other.accountId, clock });
  expect((await stranger.get(pathOf("transfer-volume"))).status).toBe(404);
  const own = pathOf("transfer-volume").replace(client.accountId, other.accountId);
  expect((await stranger.get(own)).body.panels).toEqual([]);
  expect((await member.get(`${pathOf("transfer-volume")}?period=1y`)).status).toBe(400);
});
