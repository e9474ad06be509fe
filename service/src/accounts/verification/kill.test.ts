import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { killAtWork } from "../../../test/kill-at-work.ts";
import { startProcessUnderTest } from "../../../test/process-under-test.ts";
import { sizeOf } from "../../../test/scale.ts";
import { openVerificationEnvironment, type VerificationEnvironment } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";

const processFile = new URL("../../../test/verification-process.ts", import.meta.url);
const kills = sizeOf("VERIFICATION_KILLS", { usual: 2, long: 8 });
const accountsPerRound = 20;

test("each account ends with one decision and one event, whenever workers are killed", async () => {
  const masterKey = randomBytes(32);
  await using testDatabase = await createTestDatabase();
  const { database, drop, target } = testDatabase;
  const env = await openVerificationEnvironment({
    existing: { database, masterKey, drop },
    clock: createManualClock(systemClock.now()),
  });
  const config = { ...target, masterKey: masterKey.toString("hex") };
  const rounds = await killAtWork({
    kills,
    start: () => startProcessUnderTest(processFile, config),
    perRound: accountsPerRound,
    feed: () => createAccounts(env),
    done: async () => (await tally(env)).completions,
    expectSettled: async () => expect(await tally(env)).toMatchObject({ unfinished: 0, jobs: 0 }),
  });
  const accounts = rounds * accountsPerRound;
  expect(await tally(env)).toEqual({
    accounts,
    unfinished: 0,
    jobs: 0,
    completions: accounts,
    events: accounts,
    screenings: accounts * 3,
  });
});

async function createAccounts(env: VerificationEnvironment): Promise<void> {
  await Promise.all(Array.from({ length: accountsPerRound }, () => env.createAccount()));
}

interface Tally {
  readonly accounts: number;
  readonly unfinished: number;
  readonly jobs: number;
  readonly completions: number;
  readonly events: number;
  readonly screenings: number;
}

async function tally({ deps }: VerificationEnvironment): Promise<Tally> {
  const row = await deps.database.first(selectTally);
  if (row === undefined) throw new Error("a count has always a row");
  return row;
}

const selectTally = statement<Tally>(`
  SELECT (SELECT count(*)::integer FROM verifications) AS accounts,
         (SELECT count(*)::integer FROM accounts WHERE status = 'pending') AS unfinished,
         (SELECT count(*)::integer FROM jobs) AS jobs,
         (SELECT count(*)::integer FROM verification_decisions WHERE to_stage = 'complete') AS completions,
         (SELECT count(*)::integer FROM events WHERE type = 'account.verification.completed') AS events,
         (SELECT count(*)::integer FROM screenings) AS screenings`);
