import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";

export interface Tick {
  readonly name: string;
  readonly tickAt: Instant;
}

export async function registerSchedules(session: Session, ticks: readonly Tick[]): Promise<void> {
  await session.run(registerStatement, [ticks.map(({ name }) => name), ticks.map(({ tickAt }) => tickAt)]);
}

const registerStatement = statement(`
  INSERT INTO job_schedules (name, last_tick_at)
  SELECT name, to_timestamp(tick_at_ms / 1000)
    FROM unnest($1::text[], $2::double precision[]) AS tick (name, tick_at_ms)
   ORDER BY name
  ON CONFLICT (name) DO NOTHING`);

/** True for the one caller that moved the schedule to this tick; its row stays locked until that caller commits. */
export async function advanceSchedule(tx: Session, name: string, tickAt: Instant): Promise<boolean> {
  return (await tx.run(advanceStatement, [name, tickAt])) === 1;
}

const advanceStatement = statement(`
  UPDATE job_schedules SET last_tick_at = to_timestamp($2::double precision / 1000)
   WHERE name = $1 AND last_tick_at < to_timestamp($2::double precision / 1000)`);
