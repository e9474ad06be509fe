import { expect, test } from "vitest";
import { addressOf } from "../../test/addresses.ts";
import { addAddress } from "../../test/token-holders.ts";
import { openTerms } from "../../test/transfer-terms.ts";
import type { Transaction } from "../db/database.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { type Instant, instantFromMs } from "../kernel/instant.ts";
import { countAmounts, releaseAmounts } from "./count-amounts.ts";
import type { ApprovalRule, ApprovalRuleId, ControlledFacts } from "./rule.ts";

const noon = instantFromMs(Date.UTC(2026, 10, 15, 12));
const hours = (count: number): Instant => instantFromMs(noon + count * 60 * 60_000);

const keyRing = createKeyRing(Buffer.alloc(32, 1));
const depsAt = (now: Instant) => ({ keyRing, clock: { now: () => now } });

type Terms = Awaited<ReturnType<typeof openTerms>>;

const ruleOf = ({ tenantId, newId }: Terms, more: Partial<ApprovalRule> = {}): ApprovalRule => ({
  id: newId<"approval-rule">(),
  setBy: "tenant",
  tenantId,
  operation: "transfer",
  network: undefined,
  asset: undefined,
  aboveCents: 100n,
  requesterRole: undefined,
  approvals: 1,
  approverRoles: ["admin"],
  createdAt: noon,
  ...more,
});
const factsOf = ({ tenantId }: Terms, more: Partial<ControlledFacts> = {}): ControlledFacts => ({
  operation: "transfer",
  tenantId,
  affectedNetwork: "testnet",
  assets: ["USD", "FUSD"],
  cents: 30n,
  destination: "somewhere",
  requesterRole: "admin",
  ...more,
});

const usedIn = (
  env: Terms,
  rule: ApprovalRule,
  operations: readonly ControlledFacts[],
  now: Instant = noon,
): Promise<readonly (bigint | undefined)[]> =>
  env.database.transaction(async (tx) => {
    const counting = await countAmounts(depsAt(now), tx, [rule], operations);
    return counting.map(({ used }) => used.get(rule.id));
  });

test("operations of a batch count for those after them, and a new UTC day begins with nothing", async () => {
  await using env = await openTerms();
  const rule = ruleOf(env);
  const other = factsOf(env, { destination: "elsewhere" });
  const batch = [factsOf(env), other, factsOf(env, { cents: 5n }), factsOf(env)];
  expect(await usedIn(env, rule, batch)).toEqual([0n, 0n, 30n, 35n]);
  expect(await usedIn(env, rule, [factsOf(env)], hours(11))).toEqual([65n]);
  expect(await usedIn(env, rule, [factsOf(env)], hours(12))).toEqual([0n]);
  // A clock that is behind adds to the new day.
  expect(await usedIn(env, rule, [factsOf(env)], hours(11))).toEqual([30n]);
});

test("a rule counts only what it looks at, each network on its own", async () => {
  await using env = await openTerms();
  const rule = ruleOf(env, { asset: "FUSD", requesterRole: "admin" });
  const ignored = [
    factsOf(env, { assets: ["USD"] }),
    factsOf(env, { operation: "token_mint" }),
    factsOf(env, { requesterRole: "developer" }),
    factsOf(env, { cents: undefined }),
    factsOf(env, { destination: undefined }),
  ];
  expect(await usedIn(env, rule, ignored)).toEqual(ignored.map(() => undefined));
  expect(await usedIn(env, rule, [factsOf(env)])).toEqual([0n]);
  expect(await usedIn(env, rule, [factsOf(env, { affectedNetwork: "mainnet" })])).toEqual([0n]);
  expect(await usedIn(env, rule, [factsOf(env)])).toEqual([30n]);
});

test("a chain address that is registered again under another id has the same sum", async () => {
  await using env = await openTerms();
  const { database, manager, anna, bert } = env;
  const text = addressOf.evm("registered twice");
  const register = (accountId: typeof anna) =>
    addAddress({ database }, { accountId, tenant: manager, kind: "external", text });
  const [one, other] = [await register(anna), await register(bert)];
  const rule = ruleOf(env);
  expect(await usedIn(env, rule, [factsOf(env, { destination: one })])).toEqual([0n]);
  expect(await usedIn(env, rule, [factsOf(env, { destination: other })])).toEqual([30n]);
});

test("parallel transactions count one after the other, and what is released does not count", async () => {
  await using env = await openTerms();
  const rule = ruleOf(env);
  const used = await Promise.all(Array.from({ length: 8 }, () => usedIn(env, rule, [factsOf(env)])));
  const sums = used.flat().toSorted((one = 0n, next = 0n) => Number(one - next));
  expect(sums).toEqual(Array.from({ length: 8 }, (_, index) => BigInt(index) * 30n));
  const counted = { network: "testnet", destination: "somewhere", ruleIds: [rule.id] } as const;
  const release = (countedAt: Instant) =>
    env.database.transaction((tx) => releaseAmounts(tx, env.tenantId, counted, { cents: 30n, countedAt }));
  await release(hours(1));
  expect(await usedIn(env, rule, [factsOf(env)])).toEqual([210n]);
  // The next day has nothing of what was counted the day before.
  expect(await usedIn(env, rule, [factsOf(env)], hours(24))).toEqual([0n]);
  await release(noon);
  expect(await usedIn(env, rule, [factsOf(env)], hours(24))).toEqual([30n]);
});

test("without a rule with an amount, there is no statement", async () => {
  await using env = await openTerms();
  const rules = [ruleOf(env, { aboveCents: undefined }), ruleOf(env, { operation: "token_mint" })];
  const none = new Proxy({} as Transaction, {
    get: () => {
      throw new Error("no statement is expected");
    },
  });
  expect(await countAmounts(depsAt(noon), none, rules, [factsOf(env), factsOf(env)])).toEqual([
    { counted: undefined, used: new Map<ApprovalRuleId, bigint>() },
    { counted: undefined, used: new Map<ApprovalRuleId, bigint>() },
  ]);
});
