import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { type ProcessUnderTest, startProcessUnderTest } from "../../../test/process-under-test.ts";
import { openVerificationEnvironment, type VerificationEnvironment } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";
import { systemRandom } from "../../kernel/random.ts";

const processFile = new URL("../../../test/verification-process.ts", import.meta.url);
// Starting processes takes time on a busy machine.
const testTimeoutMs = 120_000;
const rounds = 3;
const accountsPerRound = 30;
const longestLifeMs = 150;

test(
  "each account ends with one decision and one event, whenever workers are killed",
  async () => {
    const masterKey = randomBytes(32);
    await using testDatabase = await createTestDatabase();
    const { database, drop, target } = testDatabase;
    const env = await openVerificationEnvironment({
      existing: { database, masterKey, drop },
      clock: createManualClock(systemClock.now()),
    });
    const config = { ...target, masterKey: masterKey.toString("hex") };
    const start = (): Promise<ProcessUnderTest> => startProcessUnderTest(processFile, config);
    const processes = await Promise.all([start(), start()]);
    let killedAtWork = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        await createAccounts(env);
        await sleep(systemRandom() * longestLifeMs);
        if ((await tally(env)).unfinished > 0) killedAtWork += 1;
        await processes.shift()?.kill();
        processes.push(await start());
      }
      await eventually(async () => expect(await tally(env)).toMatchObject({ unfinished: 0, jobs: 0 }));
      const accounts = rounds * accountsPerRound;
      expect(await tally(env)).toEqual({
        accounts,
        unfinished: 0,
        jobs: 0,
        completions: accounts,
        events: accounts,
        screenings: accounts * 3,
      });
      expect(killedAtWork).toBeGreaterThan(0);
    } finally {
      await Promise.all(processes.map((process) => process.kill()));
    }
  },
  testTimeoutMs,
);

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
  const row = await deps.database.first<Tally>(selectTally);
  if (row === undefined) throw new Error("a count has always a row");
  return row;
}

const selectTally = statement(`
  SELECT (SELECT count(*)::integer FROM verifications) AS accounts,
         (SELECT count(*)::integer FROM accounts WHERE status = 'pending') AS unfinished,
         (SELECT count(*)::integer FROM jobs) AS jobs,
         (SELECT count(*)::integer FROM verification_decisions WHERE to_stage = 'complete') AS completions,
         (SELECT count(*)::integer FROM events WHERE type = 'account.verification.completed') AS events,
         (SELECT count(*)::integer FROM screenings) AS screenings`);
