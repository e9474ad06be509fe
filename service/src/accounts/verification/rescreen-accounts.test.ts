import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import {
  keyOf,
  openVerificationEnvironment,
  type VerificationEnvironment,
} from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { clearHit } from "./clear-hit.ts";
import { type RescreenRun, rescreenAccounts } from "./rescreen-accounts.ts";
import { reviewQueue, selectScreenedOtherwise } from "./review-store.ts";
import { screeningMark } from "./screen-account.ts";
import { selectScreenings } from "./screening-store.ts";

const controllerOnList = { "3": "VANDERQUACK, Wilhelmina" };

async function rescreen({ deps }: VerificationEnvironment): Promise<number> {
  return (await rescreenAccounts(deps, new AbortController().signal)).screened;
}

test("a new hit on a complete account is an alert: it stays complete and needs manual review", async () => {
  await using env = await openVerificationEnvironment();
  const account = await complete(env);
  await env.setList(controllerOnList);
  env.clock.advance(1_000);
  expect(await rescreen(env)).toBe(1);
  expect(await env.statusOf(account)).toBe("complete");
  expect(await env.reviewOf(account)).toMatchObject({
    state: { stage: "complete", hasOpenHit: true },
    waitingSince: env.clock.now(),
  });
  expect(
    (await reviewQueue.read(env.deps.database, {}, { limit: 10 })).items.map(({ hitCount }) => hitCount),
  ).toEqual([1]);
  expect((await env.eventsOf(account)).map(({ type }) => type)).toEqual(["account.verification.completed"]);
});

test("an alert is cleared with a reason, and the same entry does not raise it again", async () => {
  await using env = await openVerificationEnvironment();
  const account = await complete(env);
  await env.setList(controllerOnList);
  await rescreen(env);
  const clear = async (reason: string) => {
    const { revision } = await env.reviewOf(account);
    const decision = { ...keyOf(account), revision, reason, cause: testCause };
    return env.deps.database.transaction((tx) => clearHit(env.deps, tx, decision));
  };
  await expect(clear(" ")).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  await clear("born elsewhere");
  expect((await env.reviewOf(account)).state).toEqual({ stage: "complete", hasOpenHit: false });
  await env.setList({ ...controllerOnList, "90": "UNRELATED, Second" });
  expect(await rescreen(env)).toBe(1);
  expect((await env.reviewOf(account)).state.hasOpenHit).toBe(false);
  await env.setList({ ...controllerOnList, "4": "ZIMBELSTERN, Ottokar" });
  await rescreen(env);
  expect((await env.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("a new hit on a pending account blocks it", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({ business_name: "Quill Document LLC" });
  await env.verify(account);
  await env.setList(controllerOnList);
  await rescreen(env);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
  expect(await env.statusOf(account)).toBe("pending");
});

test("each list screens an account once; without a new list nothing is done", async () => {
  await using env = await openVerificationEnvironment();
  const earlier = { "80": "UNRELATED, First" };
  await env.setList(earlier);
  const account = await complete(env);
  expect(await rescreen(env)).toBe(0);
  await env.setList({ "90": "UNRELATED, Second" });
  expect(await rescreen(env)).toBe(1);
  expect(await rescreen(env)).toBe(0);
  // A node that still uses the previous list does not undo this node's work.
  await env.setList(earlier);
  expect(await rescreen(env)).toBe(0);
  const lists = await selectScreenings(env.deps.database, { ...keyOf(account), limit: 100 });
  expect(new Set(lists.map(({ listSha256 }) => listSha256)).size).toBe(2);
  expect(lists).toHaveLength(6);
  // And no further screening is needed.
  const { sha256 } = env.deps.screener.list();
  const mark = screeningMark({ sha256 }, env.deps.threshold);
  const { threshold } = env.deps;
  const looked = { mark, listSha256: sha256, threshold, algorithm: 2, after: undefined, limit: 10 };
  expect(await selectScreenedOtherwise(env.deps.database, looked)).toEqual([]);
});

test("a new threshold screens every account again", async () => {
  await using env = await openVerificationEnvironment();
  await complete(env);
  const run = await rescreenAccounts({ ...env.deps, threshold: 800 }, new AbortController().signal);
  expect(run.screened).toBe(1);
});

test("a rejected account is skipped, and an unscreened one is left to its own job", async () => {
  await using env = await openVerificationEnvironment();
  await env.createAccount();
  const denied = await env.createAccount({ business_name: "Quill Denied LLC" });
  await env.verify(denied);
  await env.setList(controllerOnList);
  expect(await rescreen(env)).toBe(0);
});

test("an interrupted run is resumed by the next one, and no account is missed", async () => {
  await using env = await openVerificationEnvironment();
  const accounts = [await complete(env), await complete(env), await complete(env)];
  await env.setList(controllerOnList);
  const stopping = new AbortController();
  const screener = {
    ...env.deps.screener,
    screen: (subjects: Parameters<typeof env.deps.screener.screen>[0]) => {
      stopping.abort();
      return env.deps.screener.screen(subjects);
    },
  };
  expect((await rescreenAccounts({ ...env.deps, screener }, stopping.signal)).screened).toBe(1);
  expect(await rescreen(env)).toBe(2);
  for (const account of accounts) expect((await env.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("an account that cannot be read neither blocks the others nor fails the run, and is reported", async () => {
  await using env = await openVerificationEnvironment();
  const broken = await complete(env);
  const sound = await complete(env);
  const ruin = statement("UPDATE account_profiles SET sealed = '\\x00' WHERE account_id = $1");
  await env.deps.database.run(ruin, [broken.id]);
  await env.setList(controllerOnList);
  const runs: RescreenRun[] = [];
  const deps = { ...env.deps, onRescreened: (run: RescreenRun) => runs.push(run) };
  await rescreenAccounts(deps, new AbortController().signal);
  expect(runs).toMatchObject([{ screened: 1, failed: 1, firstFailure: { accountId: broken.id } }]);
  expect((await env.reviewOf(sound)).state.hasOpenHit).toBe(true);
});

test("a decided entry that gets another, closer name raises an alert again", async () => {
  await using env = await openVerificationEnvironment();
  const account = await complete(env);
  await env.setList({ "3": "VANDERQUACKE, Wilhelmina" });
  await rescreen(env);
  const { revision } = await env.reviewOf(account);
  const decision = { ...keyOf(account), revision, reason: "not the same", cause: testCause };
  await env.deps.database.transaction((tx) => clearHit(env.deps, tx, decision));
  await env.setList(controllerOnList);
  await rescreen(env);
  expect((await env.reviewOf(account)).state.hasOpenHit).toBe(true);
});

async function complete(env: VerificationEnvironment): Promise<ManagedAccount> {
  const account = await env.createAccount();
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("complete");
  return account;
}
