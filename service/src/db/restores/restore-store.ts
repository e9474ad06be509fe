import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Session, Transaction } from "../database.ts";
import { statement } from "../statement.ts";
import { databaseRestores } from "../tables.ts";

/** A restore after which nothing was recovered yet. */
export interface OpenRestore {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isRequested: boolean;
}

// A backup that was taken during a recovery contains the restore before it, which was requested then.
const open = statement<OpenRestore>(`
  SELECT id, taken_at, bool_and(requested_at IS NOT NULL) OVER () AS is_requested FROM database_restores
  WHERE state = 'restored' ORDER BY id DESC LIMIT 1`);

/** The newest. It is requested if all open ones are. Index database_restores_open. */
export function selectOpenRestore(session: Session): Promise<OpenRestore | undefined> {
  return session.first(open);
}

const request = statement<{ readonly id: string }>(`
  UPDATE database_restores SET requested_at = coalesce(requested_at, $1::timestamptz)
  WHERE state = 'restored' RETURNING id`);

/** Lets the service recover when it starts. Returns the restores that need it. */
export async function requestRecovery(session: Session, now: Instant): Promise<readonly string[]> {
  return (await session.rows(request, [formatInstant(now)])).map(({ id }) => id);
}

const insertRestore = databaseRestores.insert();

export async function insertPointInTimeRestore(
  session: Session,
  { id, takenAt, now }: { readonly id: string; readonly takenAt: Instant; readonly now: Instant },
): Promise<void> {
  await insertRestore(session, { id, origin: "point_in_time", takenAt, restoredAt: now, state: "restored" });
}

/** On a connection of its own, which loads the backup. */
export const insertRestoredBackup = `
  INSERT INTO database_restores (id, origin, backup_id, taken_at, restored_at, state)
  VALUES ($1, 'backup', $2, $3::timestamptz, now(), 'restored')`;

/** The newest first. */
export const selectRestores = databaseRestores.many({ orderBy: ["id DESC"] });

const advance = databaseRestores.update({
  where: "state = 'restored' AND advanced_at IS NULL",
  set: ["advancedAt"],
  returning: ["takenAt"],
});

/** When the restores were taken whose numbers were not advanced yet. */
export async function beginAdvance(tx: Transaction, now: Instant): Promise<readonly Instant[]> {
  return (await advance(tx, { advancedAt: now })).map(({ takenAt }) => takenAt);
}

/** One recovery is enough after several restores. One that was recorded after its beginning stays open. */
export const finishRestores = databaseRestores.update({
  where: "state = 'restored' AND advanced_at IS NOT NULL",
  set: ["recoveredAt"],
  setText: "state = 'recovered'",
});

export const selectLastRecovered = databaseRestores.one({
  where: "state = 'recovered'",
  orderBy: ["id DESC"],
});
