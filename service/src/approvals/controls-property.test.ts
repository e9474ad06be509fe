import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chance, createChance } from "../../test/business/chance.ts";
import { createUser, type TestUser } from "../../test/console.ts";
import { seedOf, sizeOf } from "../../test/scale.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { statement } from "../db/statement.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

interface Setting {
  readonly fixture: Fixture;
  readonly chance: Chance;
  readonly members: readonly TestUser[];
  readonly developer: TestUser;
  readonly officer: TestUser;
  readonly operators: readonly TestUser[];
  readonly treasurer: TestUser;
  /** What may wait: ids of approvals of the tenant and of operators. */
  readonly waiting: { readonly of: "tenant" | "operators"; readonly id: string }[];
  readonly memberApprovals: number;
}

async function open(seed: number): Promise<Setting> {
  const fixture = await openFixture(api, tokens);
  const chance = createChance(seed);
  const { accountId } = fixture.client;
  await fixture.fund(fixture.anna, "FUSD", 10_000n);
  await fixture.fillTreasury("USD", 10_000n);
  const member = (memberRole: "admin" | "developer") => createUser(api, { memberOf: accountId, memberRole });
  const officer = await createUser(api, { operatorRole: "compliance" });
  const memberApprovals = chance.between(1, 2);
  const ofTenant = {
    operation: "transfer",
    above: "10.00",
    approvals: memberApprovals,
    approver_roles: ["admin"],
  };
  expect((await fixture.post("/approval-rules", ofTenant)).status).toBe(201);
  const ofPlatform = [
    { operation: "transfer", above: "50.00", approvals: 1, approver_roles: ["compliance"] },
    { operation: "treasury_withdrawal", above: "20.00", approvals: 1, approver_roles: ["admin"] },
  ];
  for (const rule of ofPlatform)
    expect(
      (await officer.post("/console/api/approval-rules", { ...rule, account_id: accountId })).status,
    ).toBe(201);
  return {
    fixture,
    chance,
    members: [await member("admin"), await member("admin"), await member("admin")],
    developer: await member("developer"),
    officer,
    operators: [
      await createUser(api, { operatorRole: "admin" }),
      await createUser(api, { operatorRole: "admin" }),
    ],
    treasurer: await createUser(api, { operatorRole: "treasury" }),
    waiting: [],
    memberApprovals,
  };
}

/** One request of a random user; a lost connection may refuse it or hide its outcome. */
async function act(setting: Setting): Promise<void> {
  const { chance } = setting;
  switch (chance.weighted({ pay: 2, withdraw: 1, decide: 9 })) {
    case "pay":
      return pay(setting);
    case "withdraw":
      return withdraw(setting);
    case "decide":
      return decide(setting);
  }
}

async function pay({ fixture, chance, members, waiting }: Setting): Promise<void> {
  const value = `${chance.oneOf([5, 10, 11, 40, 50, 60])}.00`;
  const body = {
    amount: { value, currency: "USD" },
    source: fixture.on(fixture.anna),
    destination: fixture.on(fixture.bert),
  };
  const { accountId } = fixture.client;
  const path = `/console/api/workspaces/${accountId}/testnet/accounts/${accountId}/transfers`;
  const key = `pay ${chance.random()}`;
  const response = chance.happens(0.5)
    ? await fixture.post("/transfers", body, { key })
    : await members[0]?.post(path, body, { headers: { "idempotency-key": key } });
  if (response?.status === 202) waiting.push({ of: "tenant", id: response.body.id });
}

async function withdraw({ fixture, chance, treasurer, waiting }: Setting): Promise<void> {
  const path = `/console/api/treasury/${fixture.client.accountId}/testnet`;
  const { withdrawal_id: id } = (await treasurer.get(path)).body;
  if (id === undefined) return;
  const response = await treasurer.post(`${path}/withdrawals`, {
    id,
    address_id: fixture.checking,
    transfer_type: "wire",
    amount: `${chance.oneOf([10, 20, 21, 70])}.00`,
  });
  if (response.status === 202) waiting.push({ of: "operators", id: response.body.id });
}

async function decide(setting: Setting): Promise<void> {
  const { chance, fixture, waiting, members, developer, officer, operators, treasurer } = setting;
  const chosen = chance.oneOf(waiting.slice(-6));
  const user = chance.oneOf([...members, ...members, developer, officer, officer, ...operators, treasurer]);
  if (chosen === undefined || user === undefined) return;
  const { accountId } = fixture.client;
  const isOfTenant = chosen.of === "tenant" && chance.happens(0.8);
  const path = isOfTenant
    ? `/console/api/workspaces/${accountId}/testnet/accounts/${accountId}/approvals`
    : "/console/api/approvals";
  const verb = chance.weighted({ approve: 12, reject: 1, cancel: 1, comments: 1 });
  await user.post(`${path}/${chosen.id}/${verb}`, verb === "comments" ? { comment: "Hm." } : {});
}

const breakConnections = statement(`
  SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IN ('active', 'idle in transaction') LIMIT 2`);

/** Of requests that are under way; tries again while none of them is at the database. */
async function breakSome(): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const ended = await api.database.rows(breakConnections).catch(() => []);
    if (ended.length > 0) return;
  }
}

interface Executed {
  readonly id: string;
  readonly operation: string;
  readonly cents: bigint;
  readonly requesterId: string;
  readonly location: string | undefined;
  readonly withdrawalId: string | undefined;
  readonly deciders: readonly string[];
}

const selectExecuted = statement<Executed>(`
  SELECT id, operation, cents, requester_id, outcome ->> 'location' AS location, summary ->> 'id' AS withdrawal_id,
         ARRAY(SELECT actor_id FROM approval_decisions AS decision WHERE decision.tenant_id = approvals.tenant_id
                 AND decision.approval_id = approvals.id AND kind = 'approve') AS deciders
    FROM approvals WHERE tenant_id = $1 AND status = 'executed'`);
const selectTransfers = statement<{ readonly id: string; readonly cents: bigint }>(
  "SELECT id, cents FROM transfers WHERE tenant_id = $1",
);
const selectWithdrawals = statement<{ readonly id: string; readonly cents: bigint }>(
  "SELECT id, amount_cents AS cents FROM treasury_withdrawals WHERE tenant_id = $1",
);

/** Who decided is checked against the rules from the records alone. */
function checkApproved(setting: Setting, { operation, cents, requesterId, deciders }: Executed): void {
  const count = (users: readonly TestUser[]) =>
    users.filter(({ userId }) => userId !== requesterId && deciders.includes(userId)).length;
  expect(deciders).not.toContain(requesterId);
  expect(new Set(deciders).size).toBe(deciders.length);
  if (operation === "treasury_withdrawal") {
    expect(count(setting.operators)).toBeGreaterThanOrEqual(1);
    return;
  }
  expect(count(setting.members)).toBeGreaterThanOrEqual(setting.memberApprovals);
  if (cents > 5_000n) expect(count([setting.officer])).toBe(1);
}

async function check(setting: Setting): Promise<readonly Executed[]> {
  const { accountId } = setting.fixture.client;
  const executed = await api.database.rows(selectExecuted, [accountId]);
  for (const approval of executed) checkApproved(setting, approval);
  const approved = (id: string) =>
    executed.filter(({ location, withdrawalId }) => location?.endsWith(`/${id}`) || withdrawalId === id);
  // Each destination gets at most the amount of the rule without approval.
  let free = { transfers: 0n, withdrawals: 0n };
  for (const { id, cents } of await api.database.rows(selectTransfers, [accountId])) {
    expect(approved(id).length).toBeLessThanOrEqual(1);
    if (approved(id).length === 0) free = { ...free, transfers: free.transfers + cents };
  }
  for (const { id, cents } of await api.database.rows(selectWithdrawals, [accountId])) {
    expect(approved(id).length).toBeLessThanOrEqual(1);
    if (approved(id).length === 0) free = { ...free, withdrawals: free.withdrawals + cents };
  }
  expect(free.transfers <= 1_000n).toBe(true);
  expect(free.withdrawals <= 2_000n).toBe(true);
  expect(await setting.fixture.faults()).toEqual([]);
  return executed;
}

test("nothing is carried out without the approvals that its rules demand, under concurrency and lost connections", async () => {
  const first = seedOf("CONTROLS_SEED");
  let executed = 0;
  for (let seed = first; seed < first + sizeOf("CONTROLS_SEEDS", { usual: 2, long: 40 }); seed += 1) {
    const setting = await open(seed);
    for (let round = 0; round < 8; round += 1) {
      const requests = Array.from({ length: 14 }, () => act(setting));
      if (round % 3 === 2) await breakSome();
      await Promise.all(requests);
    }
    executed += (await check(setting)).length;
  }
  // The run was meaningful; how many depends on which of the concurrent requests comes first.
  expect(executed).toBeGreaterThan(0);
});
