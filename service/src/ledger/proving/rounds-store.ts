import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";

/** What is verified in rounds: journals of the ledger, or chains of the audit log. */
export type RoundName = "ledger.verify" | "audit.verify";

/** Counts of a round, so far or at its end. */
export interface RoundCounts {
  readonly journals: number;
  readonly findings: number;
  /** Journals whose verification did not complete. */
  readonly unverified: number;
}

/** Begins a round; false when another round has progressed since `idleSince`. Index: journal_rounds_pkey. */
export async function beginRound(
  session: Session,
  name: RoundName,
  { now, idleSince }: { readonly now: Instant; readonly idleSince: Instant },
): Promise<boolean> {
  return (await session.run(beginStatement, [now, idleSince, name])) === 1;
}

const toTime = (parameter: string): string => `to_timestamp(${parameter}::double precision / 1000)`;

const beginStatement = statement(`
  INSERT INTO journal_rounds (name, started_at, progressed_at, is_under_way)
  VALUES ($3, ${toTime("$1")}, ${toTime("$1")}, true)
  ON CONFLICT (name) DO UPDATE
     SET started_at = excluded.started_at, progressed_at = excluded.progressed_at, is_under_way = true
   WHERE NOT journal_rounds.is_under_way OR journal_rounds.progressed_at <= ${toTime("$2")}`);

/** Records the progress of a round; false when another round has replaced it. Index: journal_rounds_pkey. */
export async function continueRound(
  session: Session,
  name: RoundName,
  { startedAt, now }: { readonly startedAt: Instant; readonly now: Instant },
): Promise<boolean> {
  return (await session.run(continueStatement, [startedAt, now, name])) === 1;
}

const continueStatement = statement(`
  UPDATE journal_rounds SET progressed_at = ${toTime("$2")}
   WHERE name = $3 AND is_under_way AND started_at = ${toTime("$1")}`);

/** Index: journal_rounds_pkey. */
export async function endRound(
  session: Session,
  name: RoundName,
  { startedAt, now }: { readonly startedAt: Instant; readonly now: Instant },
  { journals, findings, unverified }: RoundCounts,
): Promise<void> {
  await session.run(endStatement, [startedAt, now, journals, findings, unverified, name]);
}

const endStatement = statement(`
  UPDATE journal_rounds
     SET is_under_way = false, ended_at = ${toTime("$2")}, journal_count = $3, finding_count = $4, unverified_count = $5
   WHERE name = $6 AND is_under_way AND started_at = ${toTime("$1")}`);

export type LastRound = RoundCounts & { readonly endedAt: Instant };

/** The last completed round; undefined when there is none. Index: journal_rounds_pkey. */
export async function selectLastRound(
  session: Session,
  name: RoundName = "ledger.verify",
): Promise<LastRound | undefined> {
  return session.first(lastRoundStatement, [name]);
}

const lastRoundStatement = statement<LastRound>(`
  SELECT ended_at, journal_count::int AS journals, finding_count::int AS findings,
         unverified_count::int AS unverified
    FROM journal_rounds WHERE name = $1 AND ended_at IS NOT NULL`);
