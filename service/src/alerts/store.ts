import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Alert, AlertId } from "./alert.ts";

const columns = `id, name, severity, summary, opened_at, resolved_at`;

// Index: alerts_open.
const findOpen = statement<Alert>(`SELECT ${columns} FROM alerts WHERE resolved_at IS NULL ORDER BY name`);

export function selectOpenAlerts(session: Session): Promise<readonly Alert[]> {
  return session.rows(findOpen);
}

// Primary key.
const findOne = statement<Alert>(`SELECT ${columns} FROM alerts WHERE id = $1`);

export function selectAlert(session: Session, id: AlertId): Promise<Alert | undefined> {
  return session.first(findOne, [id]);
}

// Index: alerts_open.
const insertOne = statement(`
  INSERT INTO alerts (id, name, severity, summary, opened_at) VALUES ($1, $2, $3, $4, $5::timestamptz)
  ON CONFLICT (name) WHERE resolved_at IS NULL DO NOTHING`);

/** False if another node has opened it. */
export async function insertAlert(tx: Transaction, alert: Alert): Promise<boolean> {
  const { id, name, severity, summary, openedAt } = alert;
  return (await tx.run(insertOne, [id, name, severity, summary, formatInstant(openedAt)])) === 1;
}

// Primary key.
const updateResolved = statement(
  `UPDATE alerts SET resolved_at = $2::timestamptz WHERE id = $1 AND resolved_at IS NULL`,
);

/** False if another node has resolved it. */
export async function resolveAlert(tx: Transaction, id: AlertId, now: Instant): Promise<boolean> {
  return (await tx.run(updateResolved, [id, formatInstant(now)])) === 1;
}

// Index: alerts_by_end.
const deleteOld = statement(`
  DELETE FROM alerts WHERE id IN (
    SELECT id FROM alerts WHERE resolved_at IS NOT NULL AND resolved_at < $1::timestamptz LIMIT 1000)`);

export async function deleteAlertsBefore(session: Session, before: Instant): Promise<void> {
  await session.run(deleteOld, [formatInstant(before)]);
}
