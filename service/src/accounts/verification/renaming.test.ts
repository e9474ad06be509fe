import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { keyOf, openVerificationWorld, type VerificationWorld } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { updateAccount } from "../update-account.ts";
import { approveReview } from "./approve-review.ts";
import { clearHit } from "./clear-hit.ts";
import { rescreenAccounts } from "./rescreen-accounts.ts";
import { screenAhead, simulateVerification } from "./simulate-verification.ts";

const listed = { "1": "MOONBEAM EXPORT HOUSE" };
const listedName = "Moonbeam Export House";
const signal = new AbortController().signal;

test("a complete account that takes a listed name is screened again, and raises an alert", async () => {
  await using world = await openVerificationWorld();
  await world.setList(listed);
  const account = await verified(world);
  await rename(world, account, listedName);
  expect(await world.reviewOf(account)).toMatchObject({ isScreened: false });
  expect(await jobsOf(world, account)).toBe(1);
  await world.verify(account);
  expect(await world.reviewOf(account)).toMatchObject({
    state: { stage: "complete", hasOpenHit: true },
    isScreened: true,
  });
});

test("an account that is renamed while its provider decides is screened before the answer counts", async () => {
  let asked = (): Promise<void> => Promise.resolve();
  await using world = await openVerificationWorld({
    answer: async () => {
      await asked();
      return { outcome: "accepted", decision: { verdict: "passed" } };
    },
  });
  await world.setList(listed);
  const account = await world.createAccount();
  asked = () => rename(world, account, listedName);
  await world.verify(account);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
});

test("a person neither decides on the name before nor approves one that nobody has screened", async () => {
  await using world = await openVerificationWorld();
  const account = await verified(world, { business_name: "Quill Review LLC" });
  const looked = await world.reviewOf(account);
  await rename(world, account, "Quill Two");
  const approve = (revision: number) =>
    world.deps.database.transaction((tx) =>
      approveReview(world.deps, tx, { ...keyOf(account), revision, reason: undefined, cause: testCause }),
    );
  await expect(approve(looked.revision)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  const { revision } = await world.reviewOf(account);
  await expect(approve(revision)).rejects.toThrow("being screened again");
  await world.verify(account);
  await approve(revision);
  expect(await world.statusOf(account)).toBe("complete");
});

test("a new list that looks while an account is renamed does not count for the new name", async () => {
  await using world = await openVerificationWorld();
  const account = await verified(world);
  await world.setList(listed);
  const screener = {
    ...world.deps.screener,
    screen: async (subjects: Parameters<typeof world.deps.screener.screen>[0]) => {
      const results = await world.deps.screener.screen(subjects);
      await rename(world, account, listedName);
      return results;
    },
  };
  expect(await rescreenAccounts({ ...world.deps, screener }, signal)).toMatchObject({ screened: 0 });
  expect(await world.reviewOf(account)).toMatchObject({ isScreened: false });
  expect(await rescreenAccounts(world.deps, signal)).toMatchObject({ screened: 1 });
  expect((await world.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("a list that saw the account under another name sees it again", async () => {
  await using world = await openVerificationWorld();
  const account = await verified(world);
  await world.setList(listed);
  await rescreenAccounts(world.deps, signal);
  await world.setList({ "80": "NOBODY, Known" });
  world.clock.advance(1_000);
  await rename(world, account, listedName);
  world.clock.advance(1_000);
  await world.verify(account);
  expect((await world.reviewOf(account)).state.hasOpenHit).toBe(false);
  await world.setList(listed);
  expect(await rescreenAccounts(world.deps, signal)).toMatchObject({ screened: 1 });
  expect((await world.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("what was decided on the business under one name is not decided under another", async () => {
  await using world = await openVerificationWorld();
  const account = await verified(world);
  for (const name of ["\u4e00\u4e8c", "\u4e09\u56db"]) {
    world.clock.advance(1_000);
    await rename(world, account, name);
    world.clock.advance(1_000);
    await world.verify(account);
    const { state, revision } = await world.reviewOf(account);
    expect(state.hasOpenHit).toBe(true);
    const decision = { ...keyOf(account), revision, reason: "seen", cause: testCause };
    await world.deps.database.transaction((tx) => clearHit(world.deps, tx, decision));
  }
});

test("the same name again, and a rejected account, are not screened again", async () => {
  await using world = await openVerificationWorld();
  const account = await verified(world);
  const before = await world.reviewOf(account);
  await rename(world, account, account.name);
  expect(await world.reviewOf(account)).toEqual(before);
  const rejected = await verified(world, { business_name: "Quill Denied LLC" });
  await rename(world, rejected, listedName);
  await world.verify(rejected);
  expect(await world.statusOf(rejected)).toBe("rejected");
});

test("a simulation screens before it locks, and refuses what was renamed in between", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount();
  const { deps } = world;
  const screening = await screenAhead(deps, deps.database, keyOf(account));
  const simulate = () =>
    deps.database.transaction((tx) =>
      simulateVerification(deps, tx, {
        ...keyOf(account),
        outcome: "complete",
        documents: undefined,
        cause: testCause,
        screening,
      }),
    );
  await rename(world, account, "Quill Two");
  await expect(simulate()).rejects.toThrow("try again");
  const again = await screenAhead(deps, deps.database, keyOf(account));
  expect(again?.revision).not.toBe(screening?.revision);
});

async function verified(
  world: VerificationWorld,
  request: Parameters<VerificationWorld["createAccount"]>[0] = {},
): Promise<ManagedAccount> {
  const account = await world.createAccount(request);
  await world.verify(account);
  return account;
}

async function rename(
  { deps, manager }: VerificationWorld,
  account: ManagedAccount,
  name: string,
): Promise<void> {
  const principal = {
    tenantId: manager.tenantId,
    accountId: manager.id,
    caller: { type: "application", id: deps.newId<"application">() } as const,
    network: account.network,
    scopes: new Set<never>(),
  };
  const update = { principal, cause: testCause, accountId: account.id, change: { name } };
  await deps.database.transaction((tx) => updateAccount({ ...deps, documentStagedMs: 0 }, tx, update));
}

async function jobsOf({ deps }: VerificationWorld, account: ManagedAccount): Promise<number> {
  const count = statement("SELECT count(*) FROM jobs WHERE kind = 'accounts.verify' AND dedupe_key = $1");
  return Number((await deps.database.first<{ count: bigint }>(count, [account.id]))?.count ?? 0n);
}
