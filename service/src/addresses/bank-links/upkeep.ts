import type { Database } from "../../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../../jobs/index.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import { deleteSessions } from "./store.ts";

export interface BankLinkUpkeepDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const kind = "addresses.forget-link-sessions";
const everyMs = 60 * 60_000;
/** Long after both tokens of a session have expired, so that late requests still get a specific error. */
const keptMs = 24 * 60 * 60_000;
const rowsPerStatement = 1_000;
const maxStatements = 200;

/** Deletes old sessions, with accounts that were picked and never registered. */
export function bankLinkUpkeep(deps: BankLinkUpkeepDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [defineJob({ kind, parse: () => undefined, handle: () => forgetSessions(deps) })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

export async function forgetSessions({ database, clock }: BankLinkUpkeepDeps): Promise<void> {
  const old = { createdAt: instantFromMs(Math.max(0, clock.now() - keptMs)), limit: rowsPerStatement };
  for (let statements = 0; statements < maxStatements; statements += 1) {
    if ((await deleteSessions(database, old)) < rowsPerStatement) return;
  }
}
