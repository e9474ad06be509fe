import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock, type ManualClock } from "../../../test/auth.ts";
import { eventTypesOf, issueActive, record, startTokenApi, type TokenApi } from "../../../test/tokens.ts";
import { readAudit } from "../../audit/index.ts";
import type { JobContext, NewJob } from "../../jobs/index.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import { publicKeyOfSeed } from "../../kernel/signed-json.ts";
import { findToken } from "../find-token.ts";
import { endOf, lastMonth } from "./month.ts";
import type { ReserveReport } from "./report.ts";
import { reserveReporting } from "./report-job.ts";
import { selectReports } from "./store.ts";
import { verifyReports } from "./verify-reports.ts";

let api: TokenApi;
let issuer: TestClient;
let clock: ManualClock;
let seed: Buffer;
const enqueued: NewJob[] = [];
const reported: ReserveReport[] = [];
const delayed: unknown[] = [];
let tokens = 0;

beforeAll(async () => {
  api = await startTokenApi();
  issuer = await api.createClient();
});
afterAll(() => api.stop());
beforeEach(() => {
  // The token of a test is created this month, so the first report is due at the end of it.
  clock = createManualClock(systemClock.now());
  seed = randomBytes(32);
  for (const list of [enqueued, reported, delayed, api.inFlight]) list.length = 0;
});

test("a month is reported once after its end, and reports are a chain", async () => {
  const { valueType, token, contracts } = await issue();
  await mint(valueType, "base", 60_000_000n);
  await deposit(token.id, 6_000n);
  api.chains.setSupply(contracts["base"] ?? "", 60_000_000n);
  await runAll();
  expect(reported.filter(({ value_type: reportedType }) => reportedType === valueType)).toEqual([]);
  nextMonth();
  await runAll();
  await runAll();
  nextMonth();
  await runAll();
  const [first, second, ...rest] = reported.filter((report) => report.value_type === valueType);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    network: "testnet",
    number: 1,
    previous: null,
    supply: {
      chains: [
        {
          transfer_type: "base",
          chain_supply: "60.00",
          block_height: "100",
          block_hash: "hash-of-100-on-base",
        },
        { transfer_type: "solana", chain_supply: "0.00" },
      ],
      chain_supply: "60.00",
    },
    reserve: { gross: "60.00", claims: "0.00", net: "60.00", difference_net: "0.00" },
    differences: [],
  });
  expect(second).toMatchObject({ number: 2, previous: { month: first?.month } });
  const stored = await selectReports(api.database, { network: token.network, tokenId: token.id, limit: 10 });
  const files = stored.map(({ month, document }) => ({ name: month, text: document }));
  expect(verifyReports(files, [publicKeyOfSeed(seed)])).toMatchObject({
    findings: [],
    reports: [{ report: first }, { report: second }],
  });
  const types = await eventTypesOf(api.database, issuer);
  expect(types.filter((type) => type === "token.reserve_report.created")).toHaveLength(2);
  const tenantId = tenantOf(issuer.accountId);
  const audit = await readAudit(api.database, {
    tenantId,
    limit: 100,
    subjectId: token.id,
  });
  expect(audit.filter(({ action }) => action === "reserve_report.create")).toHaveLength(2);
});

test("a chain that cannot be read delays the report and is never guessed", async () => {
  const { valueType } = await issue();
  nextMonth();
  api.chains.setMood("solana", "down");
  try {
    await runAll();
    expect(reported.filter((report) => report.value_type === valueType)).toEqual([]);
    expect(delayed).toContainEqual(expect.objectContaining({ valueType }));
  } finally {
    api.chains.setMood("solana", "well");
  }
  await runAll();
  expect(reported.filter((report) => report.value_type === valueType)).toHaveLength(1);
});

test("a difference that stays is reported as unexplained, and units in flight as explained", async () => {
  const { valueType, token, contracts } = await issue();
  await mint(valueType, "base", 10_000_000n);
  await deposit(token.id, 1_000n);
  api.chains.setSupply(contracts["base"] ?? "", 13_000_000n);
  api.chains.setSupply(contracts["solana"] ?? "", 5_000_000n);
  const contract = contracts["solana"] ?? "";
  api.inFlight.push({ contract, kind: "mint", from: undefined, to: "x", units: 5_000_000n });
  nextMonth();
  await runAll();
  const [report] = reported.filter((each) => each.value_type === valueType);
  expect(report?.differences).toEqual([
    {
      subject: "chain_supply",
      transfer_type: "base",
      amount: "3.00",
      cause: "minted_outside",
      is_explained: false,
    },
    {
      subject: "chain_supply",
      transfer_type: "solana",
      amount: "5.00",
      cause: "in_flight",
      is_explained: true,
    },
  ]);
});

test("nodes that report at the same time make one report", async () => {
  const { token } = await issue();
  nextMonth();
  await Promise.all([runAll(), runAll(), runAll()]);
  expect(
    await selectReports(api.database, { network: token.network, tokenId: token.id, limit: 10 }),
  ).toHaveLength(1);
});

test("only the last month can be reported, and only for fiat-backed tokens", async () => {
  const attested = await api.createClient({ selfAttested: true });
  const { body } = await issueActive(api, attested, { value_type: "ATTESTED", kind: "attested" });
  expect(body.kind).toBe("attested");
  const { valueType } = await issue();
  nextMonth();
  const month = lastMonth(clock.now());
  nextMonth();
  await run({ network: "testnet", value_type: valueType, month });
  expect(reported).toEqual([]);
  await runAll();
  expect(reported.map(({ value_type: reportedType }) => reportedType)).not.toContain("ATTESTED");
  expect(reported.find((report) => report.value_type === valueType)).toMatchObject({
    month: lastMonth(clock.now()),
    number: 1,
  });
});

/** The scheduled run, and the jobs that it enqueues. */
async function runAll(): Promise<void> {
  await run({});
  const jobs = enqueued.splice(0);
  for (const { payload } of jobs) await run(payload);
}

async function run(payload: Json): Promise<void> {
  const { jobs } = reserveReporting({
    ...api.deps,
    clock,
    chains: api.chains,
    loadSigningKey: async () => seed,
    jobQueue: {
      enqueue: async (_tx, job) => {
        enqueued.push(job);
      },
    },
    onDelayed: (request) => delayed.push(request),
    onReported: (report) => reported.push(report),
    lookAgainAfterMs: 1,
  });
  const job = { payload } as JobContext<Json>["job"];
  const signal = new AbortController().signal;
  await jobs[0]?.run({ job, attempt: 1, signal, completeIn: async () => {} });
}

function nextMonth(): void {
  const now = clock.now();
  clock.advance(endOf(new Date(now).toISOString().slice(0, 7)) - now);
}

async function issue() {
  tokens += 1;
  const valueType = `REPORT${tokens}`;
  const { body } = await issueActive(api, issuer, { value_type: valueType, kind: "fiat_backed" });
  const work = api.chainWork.enqueued.filter(({ subject }) => subject === body.id);
  const contracts = Object.fromEntries(work.map(({ id, chain }) => [chain, `contract-${id}`]));
  const token = await findToken(api.database, { network: "testnet", tenantId: undefined }, valueType);
  if (token === undefined) throw new Error("no token");
  return { valueType, token, contracts };
}

function mint(valueType: string, chain: string, units: bigint): Promise<void> {
  const asset = { code: valueType, scale: 6 };
  const postings = [
    { account: { kind: "supply", chain, asset }, units: -units },
    { account: { kind: "wallet", owner: "anna", chain, asset }, units },
  ] as const;
  return record(api.database, issuer.accountId, [
    { type: "post", key: `mint/${valueType}/${chain}`, postings },
  ]);
}

function deposit(tokenId: string, cents: bigint): Promise<void> {
  const postings = [
    { account: { kind: "clearing", owner: "wire", asset: usd }, units: -cents },
    { account: { kind: "reserve", owner: tokenId, asset: usd }, units: cents },
  ] as const;
  return record(api.database, issuer.accountId, [{ type: "post", key: `reserve/${tokenId}`, postings }]);
}
