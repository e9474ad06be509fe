import { afterAll, beforeAll, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import {
  type AutomationsEnvironment,
  openAutomations,
  payoutAutomation,
  sanctionedSender,
} from "../../test/automations.ts";
import { statement } from "../db/statement.ts";
import { tenantOf } from "../kernel/id.ts";
import { removeLimit, setLimit } from "../transfers/index.ts";
import { forwardDeposit } from "./forward-deposit.ts";

let env: AutomationsEnvironment;
let bank: string;

beforeAll(async () => {
  env = await openAutomations();
  bank = await env.addBank();
});

afterAll(() => env.stop());

const dollar = 1_000_000n;

const amountsOf = async (id: string) =>
  (await env.transfersOf(id)).map(({ amount }) => amount.value).toReversed();

const problemOf = async (id: string) => (await env.send("GET", `/automations/${id}`)).body.last_problem;

async function availableAt(addressId: string, valueType = "FUSD"): Promise<bigint> {
  const { posted = 0n, held = 0n } = (await env.books())[`wallet/${addressId}/base/${valueType}`] ?? {};
  return posted - held;
}

test("deposited tokens are forwarded to the bank once", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.deposit(automation, { units: 25n * dollar });
  await env.settled();
  const [transfer] = await env.transfersOf(automation.id);
  expect(transfer).toMatchObject({
    status: "pending",
    automation_id: automation.id,
    amount: { value: "25.00", currency: "FUSD" },
    source: { address_id: automation.source.address_id, value_type: "FUSD", transfer_type: "base" },
    destination: { address_id: bank, value_type: "USD", transfer_type: "ach_credit" },
  });
  expect(await availableAt(automation.source.address_id)).toBe(0n);
  const [run] = await runsOf(automation.id);
  expect(run).toEqual({ originId: expect.any(String), state: "forwarded", transferId: transfer.id });
  const scope = { tenantId: tenantOf(env.client.accountId), network: "testnet" } as const;
  await forwardDeposit(env.deps, scope, run?.originId ?? "");
  expect(await amountsOf(automation.id)).toEqual(["25.00"]);
});

test("on dollar routes, fractions of a cent stay and count toward the next deposit", async () => {
  const automation = await env.open(payoutAutomation(bank));
  for (const units of [4_000n, 1_005_000n, 1_005_000n]) {
    await env.deposit(automation, { units });
    await env.settled();
  }
  expect(await amountsOf(automation.id)).toEqual(["1.00", "1.01"]);
  expect(await availableAt(automation.source.address_id)).toBe(4_000n);
  expect(await problemOf(automation.id)).toBe(null);
});

test("on token routes, the whole deposit is forwarded", async () => {
  const destination = { address_id: env.wallet, value_type: "FUSD", transfer_type: "base" };
  const automation = await env.open(payoutAutomation(bank, { destination }));
  await env.deposit(automation, { units: 1_234_567n });
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual(["1.234567"]);
});

test("other tokens, and the same token on another chain, stay at the address", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.deposit(automation, { units: 5n * dollar, valueType: "OTHER" });
  await env.deposit(automation, { units: 5n * dollar, chain: "ethereum" });
  await env.settled();
  expect(await runsOf(automation.id)).toEqual([]);
  expect(await amountsOf(automation.id)).toEqual([]);
  expect(await availableAt(automation.source.address_id, "OTHER")).toBe(5n * dollar);
});

test("tokens from a sanctioned sender are forwarded when an operator releases them", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.deposit(automation, { units: 3n * dollar, from: sanctionedSender });
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual([]);
  await env.releaseDeposits();
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual(["3.00"]);
});

test("a rejected deposit shows its problem, is retried automatically, and is then forwarded", async () => {
  const automation = await env.open(payoutAutomation(bank));
  const { database } = env.api;
  const managingAccountId = env.client.accountId;
  const input = { cause: testCause, managingAccountId, network: "testnet" } as const;
  const limits = {
    accountId: undefined,
    transferType: undefined,
    perTransferCents: 100n,
    dailyCents: undefined,
  };
  const limit = await database.transaction((tx) => setLimit(env.deps, tx, { ...input, ...limits }));
  await env.deposit(automation, { units: 9n * dollar });
  await env.settled();
  expect(await problemOf(automation.id)).toMatchObject({ code: "limit_exceeded" });
  env.clock.advance(30_000);
  await env.settled();
  expect(await runsOf(automation.id)).toMatchObject([{ state: "waiting" }]);
  await database.transaction((tx) => removeLimit(env.deps, tx, { ...input, id: limit.id }));
  env.clock.advance(60_000);
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual(["9.00"]);
  expect(await problemOf(automation.id)).toBe(null);
});

test("concurrent attempts create one transfer, even if the balance would cover more", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.send("PATCH", `/automations/${automation.id}`, { status: "disabled" });
  await env.deposit(automation, { units: 2n * dollar });
  await env.deposit(automation, { units: 40n * dollar });
  await env.settled();
  const [first] = await runsOf(automation.id);
  // Bypasses the API, so that no job is scheduled.
  await env.api.database.run(activate, [automation.id]);
  const scope = { tenantId: tenantOf(env.client.accountId), network: "testnet" } as const;
  const tries = [1, 2, 3, 4].map(() => forwardDeposit(env.deps, scope, first?.originId ?? ""));
  await Promise.all(tries);
  expect(await amountsOf(automation.id)).toEqual(["2.00"]);
});

test("tokens wait while an automation is disabled, and are forwarded when it is active again", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.send("PATCH", `/automations/${automation.id}`, { status: "disabled" });
  await env.deposit(automation, { units: 2n * dollar });
  await env.settled();
  expect(await problemOf(automation.id)).toMatchObject({ detail: "the automation is disabled" });
  expect(await amountsOf(automation.id)).toEqual([]);
  await env.send("PATCH", `/automations/${automation.id}`, { status: "active" });
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual(["2.00"]);
});

test("an archived destination can be replaced, and waiting deposits are forwarded to the new one", async () => {
  const old = await env.addBank();
  const automation = await env.open(payoutAutomation(old));
  await env.send("PATCH", `/addresses/${old}`, { status: "archived" });
  await env.deposit(automation, { units: dollar });
  await env.settled();
  expect(await problemOf(automation.id)).toMatchObject({ code: "unprocessable" });
  const { destination } = payoutAutomation(bank);
  const changed = await env.send("PATCH", `/automations/${automation.id}`, { destination });
  expect(changed.status).toBe(200);
  await env.settled();
  expect(await env.transfersOf(automation.id)).toMatchObject([{ destination: { address_id: bank } }]);
});

test("deposits to an archived automation stay with its account", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.send("PATCH", `/automations/${automation.id}`, { status: "archived" });
  await env.deposit(automation, { units: dollar });
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual([]);
  expect(await runsOf(automation.id)).toMatchObject([{ state: "left" }]);
  expect(await availableAt(automation.source.address_id)).toBe(dollar);
});

test("a deposit whose tokens were moved in the meantime is not an error", async () => {
  const automation = await env.open(payoutAutomation(bank));
  await env.send("PATCH", `/automations/${automation.id}`, { status: "disabled" });
  await env.deposit(automation, { units: 4n * dollar });
  await env.settled();
  const taken = await env.send("POST", "/transfers", {
    amount: { value: "3.00", currency: "USD" },
    source: { address_id: automation.source.address_id, value_type: "FUSD", transfer_type: "base" },
    destination: { address_id: bank, value_type: "USD", transfer_type: "wire" },
  });
  expect(taken.status).toBe(201);
  await env.send("PATCH", `/automations/${automation.id}`, { status: "active" });
  await env.settled();
  expect(await amountsOf(automation.id)).toEqual(["1.00"]);
});

const activate = statement("UPDATE automations SET status = 'active' WHERE id = $1");

const selectRuns = statement<{
  readonly originId: string;
  readonly state: string;
  readonly transferId: string | undefined;
}>(`
  SELECT origin_id, state, transfer_id FROM automation_runs
  WHERE automation_id = $1 ORDER BY origin_id`);

function runsOf(automationId: string) {
  return env.api.database.rows(selectRuns, [automationId]);
}
