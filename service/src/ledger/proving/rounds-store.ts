import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { journalRounds } from "../tables.ts";

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
  return (await session.run(beginStatement, [formatInstant(now), formatInstant(idleSince), name])) === 1;
}

const beginStatement = statement(`
  INSERT INTO journal_rounds (name, started_at, progressed_at, is_under_way)
  VALUES ($3, $1::timestamptz, $1::timestamptz, true)
  ON CONFLICT (name) DO UPDATE
     SET started_at = excluded.started_at, progressed_at = excluded.progressed_at, is_under_way = true
   WHERE NOT journal_rounds.is_under_way OR journal_rounds.progressed_at <= $2::timestamptz`);

/** Records the progress of a round; false when another round has replaced it. */
export async function continueRound(
  session: Session,
  name: RoundName,
  { startedAt, now }: { readonly startedAt: Instant; readonly now: Instant },
): Promise<boolean> {
  return (await progress(session, { name, startedAt, progressedAt: now })) === 1;
}

const progress = journalRounds.update({
  by: ["name", "startedAt"],
  where: "is_under_way",
  set: ["progressedAt"],
});

export async function endRound(
  session: Session,
  name: RoundName,
  { startedAt, now }: { readonly startedAt: Instant; readonly now: Instant },
  { journals, findings, unverified }: RoundCounts,
): Promise<void> {
  const times = [formatInstant(startedAt), formatInstant(now)];
  await session.run(endStatement, [...times, journals, findings, unverified, name]);
}

const endStatement = statement(`
  UPDATE journal_rounds
     SET is_under_way = false, ended_at = $2::timestamptz, journal_count = $3, finding_count = $4, unverified_count = $5
   WHERE name = $6 AND is_under_way AND started_at = $1::timestamptz`);

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
