import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Event } from "./event.ts";

/** True when this transaction is the active dispatcher; the lock ends with it, on commit or rollback. */
export async function tryDispatchLock(tx: Session): Promise<boolean> {
  const row = await tx.first<{ readonly taken: boolean }>(lockStatement);
  return row?.taken === true;
}

// Any number works, as long as nothing else in the database takes an advisory lock on it.
const lockStatement = statement(`SELECT pg_try_advisory_xact_lock(7306096912738504) AS taken`);

export interface OutboxEvent extends Event {
  readonly position: bigint;
}

export async function selectOutbox(tx: Session, limit: number): Promise<readonly OutboxEvent[]> {
  return tx.rows<OutboxEvent>(selectStatement, [limit]);
}

/** Index: event_outbox_pkey. */
const selectStatement = statement(`
  SELECT position, tenant_id AS "tenantId", network, account_id AS "accountId", sequence, id, type, data,
         created_at AS "createdAt"
    FROM event_outbox ORDER BY position LIMIT $1`);

/** By exact position, not a range: a transaction that began earlier may still commit a lower position. */
export async function removeFromOutbox(tx: Session, positions: readonly bigint[]): Promise<void> {
  await tx.run(removeStatement, [positions]);
}

const removeStatement = statement(`DELETE FROM event_outbox WHERE position = ANY ($1::bigint[])`);

/** Dispatched events leave dead rows behind, and a scan for the first row walks over them until they are vacuumed. */
export async function sweepOutbox(session: Session): Promise<void> {
  await session.run(sweepStatement);
}

const sweepStatement = statement(`VACUUM (SKIP_LOCKED, TRUNCATE FALSE) event_outbox`);

/** For metrics: number of waiting events and the age of the oldest. */
export interface OutboxLoad {
  readonly waiting: number;
  readonly oldestAt: Instant | undefined;
}

export async function measureOutbox(session: Session): Promise<OutboxLoad> {
  const row = await session.first<{ readonly waiting: number; readonly oldestAt: Instant | null }>(
    measureStatement,
  );
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldestAt ?? undefined };
}

const measureStatement = statement(
  `SELECT count(*)::integer AS waiting, min(created_at) AS "oldestAt" FROM event_outbox`,
);
