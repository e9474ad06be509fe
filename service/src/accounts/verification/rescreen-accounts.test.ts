import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { keyOf, openVerificationWorld, type VerificationWorld } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { clearHit } from "./clear-hit.ts";
import { listReviews } from "./list-reviews.ts";
import { type RescreenRun, rescreenAccounts } from "./rescreen-accounts.ts";
import { selectScreenedOtherwise } from "./review-store.ts";
import { screeningMark } from "./screen-account.ts";
import { selectScreenings } from "./screening-store.ts";

const controllerOnList = { "3": "VANDERQUACK, Wilhelmina" };

async function rescreen({ deps }: VerificationWorld): Promise<number> {
  return (await rescreenAccounts(deps, new AbortController().signal)).screened;
}

test("a new hit on a complete account is an alert: it stays complete, and waits for a person", async () => {
  await using world = await openVerificationWorld();
  const account = await complete(world);
  await world.setList(controllerOnList);
  world.clock.advance(1_000);
  expect(await rescreen(world)).toBe(1);
  expect(await world.statusOf(account)).toBe("complete");
  expect(await world.reviewOf(account)).toMatchObject({
    state: { stage: "complete", hasOpenHit: true },
    waitingSince: world.clock.now(),
  });
  expect((await listReviews(world.deps.database)).map(({ hitCount }) => hitCount)).toEqual([1]);
  expect((await world.eventsOf(account)).map(({ type }) => type)).toEqual(["account.verification.completed"]);
});

test("an alert is cleared with a reason, and the same entry does not raise it again", async () => {
  await using world = await openVerificationWorld();
  const account = await complete(world);
  await world.setList(controllerOnList);
  await rescreen(world);
  const clear = async (reason: string) => {
    const { revision } = await world.reviewOf(account);
    const decision = { ...keyOf(account), revision, reason, cause: testCause };
    return world.deps.database.transaction((tx) => clearHit(world.deps, tx, decision));
  };
  await expect(clear(" ")).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  await clear("born elsewhere");
  expect((await world.reviewOf(account)).state).toEqual({ stage: "complete", hasOpenHit: false });
  await world.setList({ ...controllerOnList, "90": "SOMEBODY, Else" });
  expect(await rescreen(world)).toBe(1);
  expect((await world.reviewOf(account)).state.hasOpenHit).toBe(false);
  await world.setList({ ...controllerOnList, "4": "ZIMBELSTERN, Ottokar" });
  await rescreen(world);
  expect((await world.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("a new hit on a pending account holds it", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({ business_name: "Quill Document LLC" });
  await world.verify(account);
  await world.setList(controllerOnList);
  await rescreen(world);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
  expect(await world.statusOf(account)).toBe("pending");
});

test("each list looks at an account once; without a new list nothing is done", async () => {
  await using world = await openVerificationWorld();
  const earlier = { "80": "NOBODY, Known" };
  await world.setList(earlier);
  const account = await complete(world);
  expect(await rescreen(world)).toBe(0);
  await world.setList({ "90": "SOMEBODY, Else" });
  expect(await rescreen(world)).toBe(1);
  expect(await rescreen(world)).toBe(0);
  // A node that still has the list before does not undo what this one did.
  await world.setList(earlier);
  expect(await rescreen(world)).toBe(0);
  const lists = await selectScreenings(world.deps.database, keyOf(account), 100);
  expect(new Set(lists.map(({ listSha256 }) => listSha256)).size).toBe(2);
  expect(lists).toHaveLength(6);
  // And it has not to be looked at again.
  const { sha256 } = world.deps.screener.list();
  const mark = screeningMark({ sha256 }, world.deps.threshold);
  const looked = { mark, listSha256: sha256, threshold: world.deps.threshold, after: undefined, limit: 10 };
  expect(await selectScreenedOtherwise(world.deps.database, looked)).toEqual([]);
});

test("another threshold screens everybody again", async () => {
  await using world = await openVerificationWorld();
  await complete(world);
  const run = await rescreenAccounts({ ...world.deps, threshold: 800 }, new AbortController().signal);
  expect(run.screened).toBe(1);
});

test("a rejected account is left alone, and one that is still to be screened is left to its own job", async () => {
  await using world = await openVerificationWorld();
  await world.createAccount();
  const denied = await world.createAccount({ business_name: "Quill Denied LLC" });
  await world.verify(denied);
  await world.setList(controllerOnList);
  expect(await rescreen(world)).toBe(0);
});

test("a run that is stopped is taken up by the next one, and nobody is left out", async () => {
  await using world = await openVerificationWorld();
  const accounts = [await complete(world), await complete(world), await complete(world)];
  await world.setList(controllerOnList);
  const stopping = new AbortController();
  const screener = {
    ...world.deps.screener,
    screen: (subjects: Parameters<typeof world.deps.screener.screen>[0]) => {
      stopping.abort();
      return world.deps.screener.screen(subjects);
    },
  };
  expect((await rescreenAccounts({ ...world.deps, screener }, stopping.signal)).screened).toBe(1);
  expect(await rescreen(world)).toBe(2);
  for (const account of accounts) expect((await world.reviewOf(account)).state.hasOpenHit).toBe(true);
});

test("an account that cannot be read neither keeps the others waiting nor fails the run, and is named", async () => {
  await using world = await openVerificationWorld();
  const broken = await complete(world);
  const sound = await complete(world);
  const ruin = statement("UPDATE account_profiles SET sealed = '\\x00' WHERE account_id = $1");
  await world.deps.database.run(ruin, [broken.id]);
  await world.setList(controllerOnList);
  const runs: RescreenRun[] = [];
  const deps = { ...world.deps, onRescreened: (run: RescreenRun) => runs.push(run) };
  await rescreenAccounts(deps, new AbortController().signal);
  expect(runs).toMatchObject([{ screened: 1, failed: 1, firstFailure: { accountId: broken.id } }]);
  expect((await world.reviewOf(sound)).state.hasOpenHit).toBe(true);
});

test("a decided entry that gets another name, nearer to the person, raises an alert again", async () => {
  await using world = await openVerificationWorld();
  const account = await complete(world);
  await world.setList({ "3": "VANDERQUACKE, Wilhelmina" });
  await rescreen(world);
  const { revision } = await world.reviewOf(account);
  const decision = { ...keyOf(account), revision, reason: "not the same", cause: testCause };
  await world.deps.database.transaction((tx) => clearHit(world.deps, tx, decision));
  await world.setList(controllerOnList);
  await rescreen(world);
  expect((await world.reviewOf(account)).state.hasOpenHit).toBe(true);
});

async function complete(world: VerificationWorld): Promise<ManagedAccount> {
  const account = await world.createAccount();
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("complete");
  return account;
}
