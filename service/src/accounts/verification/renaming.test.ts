import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import {
  keyOf,
  openVerificationEnvironment,
  type VerificationEnvironment,
} from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { updateAccount } from "../update-account.ts";
import { approveReview } from "./approve-review.ts";
import { clearHit } from "./clear-hit.ts";
import { rescreenAccounts } from "./rescreen-accounts.ts";
import { screenAhead, simulateVerification } from "./simulate-verification.ts";

const sanctionsList = { "1": "MOONBEAM EXPORT LINES" };
const sanctionedName = "Moonbeam Export Lines";
const signal = new AbortController().signal;

test("a complete account renamed to a sanctioned name is screened again and raises an alert", async () => {
  await using env = await openVerificationEnvironment();
  await env.setList(sanctionsList);
  const account = await verified(env);
  await rename(env, account, sanctionedName);
  expect(await env.reviewOf(account)).toMatchObject({ isScreened: false });
  expect(await jobsOf(env, account)).toBe(1);
  await env.verify(account);
  expect(await env.reviewOf(account)).toMatchObject({
    state: { stage: "complete", hasOpenHit: true },
    isScreened: true,
  });
});

test("an account renamed while its provider decides is screened before the result counts", async () => {
  let whileQueried = (): Promise<void> => Promise.resolve();
  await using env = await openVerificationEnvironment({
    response: async () => {
      await whileQueried();
      return { outcome: "accepted", decision: { providerDecision: "passed" } };
    },
  });
  await env.setList(sanctionsList);
  const account = await env.createAccount();
  whileQueried = () => rename(env, account, sanctionedName);
  await env.verify(account);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
});

test("a reviewer can neither decide on the previous name nor approve an unscreened one", async () => {
  await using env = await openVerificationEnvironment();
  const account = await verified(env, { business_name: "Quill Review LLC" });
  const looked = await env.reviewOf(account);
  await rename(env, account, "Quill Two");
  const approve = (revision: number) =>
    env.deps.database.transaction((tx) =>
      approveReview(env.deps, tx, { ...keyOf(account), revision, reason: undefined, cause: testCause }),
    );
  await expect(approve(looked.revision)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  const { revision } = await env.reviewOf(account);
  await expect(approve(revision)).rejects.toThrow("being screened again");
  await env.verify(account);
  await approve(revision);
  expect(await env.statusOf(account)).toBe("complete");
});

test("a rescreening that runs during a rename does not count for the new name", async () => {
  await using env = await openVerificationEnvironment();
  const account = await verified(env);
  await env.setList(sanctionsList);
  const screener = {
    ...env.deps.screener,
    screen: async (subjects: Parameters<typeof env.deps.screener.screen>[0]) => {
      const results = await env.deps.screener.screen(subjects);
      await rename(env, account, sanctionedName);
      return results;
    },
  };
  expect(await rescreenAccounts({ ...env.deps, screener }, signal)).toMatchObject({ screened: 0 });
  expect(await env.reviewOf(account)).toMatchObject({ isScreened: false });
  expect(await rescreenAccounts(env.deps, signal)).toMatchObject({ screened: 1 });
  expect((await env.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("a list that screened the account under another name screens it again", async () => {
  await using env = await openVerificationEnvironment();
  const account = await verified(env);
  await env.setList(sanctionsList);
  await rescreenAccounts(env.deps, signal);
  await env.setList({ "80": "UNRELATED, Name" });
  env.clock.advance(1_000);
  await rename(env, account, sanctionedName);
  env.clock.advance(1_000);
  await env.verify(account);
  expect((await env.reviewOf(account)).state.hasOpenHit).toBe(false);
  await env.setList(sanctionsList);
  expect(await rescreenAccounts(env.deps, signal)).toMatchObject({ screened: 1 });
  expect((await env.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("a decision on the business under one name does not count under another", async () => {
  await using env = await openVerificationEnvironment();
  const account = await verified(env);
  for (const name of ["\u4e00\u4e8c", "\u4e09\u56db"]) {
    env.clock.advance(1_000);
    await rename(env, account, name);
    env.clock.advance(1_000);
    await env.verify(account);
    const { state, revision } = await env.reviewOf(account);
    expect(state.hasOpenHit).toBe(true);
    const decision = { ...keyOf(account), revision, reason: "seen", cause: testCause };
    await env.deps.database.transaction((tx) => clearHit(env.deps, tx, decision));
  }
});

test("an unchanged name and a rejected account are not screened again", async () => {
  await using env = await openVerificationEnvironment();
  const account = await verified(env);
  const before = await env.reviewOf(account);
  await rename(env, account, account.name);
  expect(await env.reviewOf(account)).toEqual(before);
  const rejected = await verified(env, { business_name: "Quill Denied LLC" });
  await rename(env, rejected, sanctionedName);
  await env.verify(rejected);
  expect(await env.statusOf(rejected)).toBe("rejected");
});

test("a simulation screens before it locks, and refuses if the account was renamed meanwhile", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount();
  const { deps } = env;
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
  await rename(env, account, "Quill Two");
  await expect(simulate()).rejects.toThrow("try again");
  const again = await screenAhead(deps, deps.database, keyOf(account));
  expect(again?.revision).not.toBe(screening?.revision);
});

async function verified(
  env: VerificationEnvironment,
  request: Parameters<VerificationEnvironment["createAccount"]>[0] = {},
): Promise<ManagedAccount> {
  const account = await env.createAccount(request);
  await env.verify(account);
  return account;
}

async function rename(
  { deps, manager }: VerificationEnvironment,
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

async function jobsOf({ deps }: VerificationEnvironment, account: ManagedAccount): Promise<number> {
  const count = statement<{ count: bigint }>(
    "SELECT count(*) FROM jobs WHERE kind = 'accounts.verify' AND dedupe_key = $1",
  );
  return Number((await deps.database.first(count, [account.id]))?.count ?? 0n);
}
