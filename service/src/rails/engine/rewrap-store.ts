import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";

/** A sealed value of a bank table, with the parts of its encryption context. */
export interface SealedRow {
  readonly scope: string;
  readonly id: string;
  readonly sealed: Buffer;
}

interface Slice {
  readonly after: SealedRow | undefined;
  readonly limit: number;
}

const lockEntries = statement(`
  SELECT tenant_id AS scope, id, sealed FROM bank_entries
  WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3 FOR UPDATE`);
const setEntries = statement(`
  UPDATE bank_entries SET sealed = new.sealed
  FROM unnest($1::text[], $2::text[], $3::bytea[]) AS new (tenant_id, id, sealed)
  WHERE bank_entries.tenant_id = new.tenant_id AND bank_entries.id = new.id`);

const lockFiles = statement(`
  SELECT network AS scope, id, sealed FROM bank_files
  WHERE id > $1 AND sealed IS NOT NULL ORDER BY id LIMIT $2 FOR UPDATE`);
const setFiles = statement(`
  UPDATE bank_files SET sealed = new.sealed FROM unnest($1::text[], $2::bytea[]) AS new (id, sealed)
  WHERE bank_files.id = new.id`);

const lockBankEvents = statement(`
  SELECT network AS scope, id, sealed FROM bank_events WHERE id > $1 ORDER BY id LIMIT $2 FOR UPDATE`);
const setBankEvents = statement(`
  UPDATE bank_events SET sealed = new.sealed FROM unnest($1::text[], $2::bytea[]) AS new (id, sealed)
  WHERE bank_events.id = new.id`);

export function lockEntriesAfter(tx: Transaction, { after, limit }: Slice): Promise<readonly SealedRow[]> {
  return tx.rows<SealedRow>(lockEntries, [after?.scope ?? "", after?.id ?? "", limit]);
}

export async function updateSealedEntries(tx: Transaction, rows: readonly SealedRow[]): Promise<void> {
  const [scopes, ids, values] = columnsOf(rows);
  await tx.run(setEntries, [scopes, ids, values]);
}

export function lockFilesAfter(tx: Transaction, { after, limit }: Slice): Promise<readonly SealedRow[]> {
  return tx.rows<SealedRow>(lockFiles, [after?.id ?? "", limit]);
}

export async function updateSealedFiles(tx: Transaction, rows: readonly SealedRow[]): Promise<void> {
  const [, ids, values] = columnsOf(rows);
  await tx.run(setFiles, [ids, values]);
}

export function lockBankEventsAfter(tx: Transaction, { after, limit }: Slice): Promise<readonly SealedRow[]> {
  return tx.rows<SealedRow>(lockBankEvents, [after?.id ?? "", limit]);
}

export async function updateSealedBankEvents(tx: Transaction, rows: readonly SealedRow[]): Promise<void> {
  const [, ids, values] = columnsOf(rows);
  await tx.run(setBankEvents, [ids, values]);
}

function columnsOf(rows: readonly SealedRow[]) {
  return [
    rows.map(({ scope }) => scope),
    rows.map(({ id }) => id),
    rows.map(({ sealed }) => sealed),
  ] as const;
}
