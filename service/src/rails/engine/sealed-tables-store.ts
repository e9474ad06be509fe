import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { bankEventContext } from "./bank-event-store.ts";
import { fileContext } from "./file-store.ts";
import { entryContext } from "./sealed-entry.ts";

/** A sealed value of a bank table, with the parts of its encryption context. */
interface SealedRow {
  readonly scope: string;
  readonly id: string;
  readonly sealed: Buffer;
}

interface SealedBankTable {
  /** The target in the audit log. */
  readonly name: string;
  readonly contextOf: (row: SealedRow) => string;
  readonly lockAfter: (
    tx: Transaction,
    slice: { readonly after: SealedRow | undefined; readonly limit: number },
  ) => Promise<readonly SealedRow[]>;
  readonly update: (tx: Transaction, rows: readonly SealedRow[]) => Promise<void>;
}

const lockEntries = statement<SealedRow>(`
  SELECT tenant_id AS scope, id, sealed FROM bank_entries
  WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3 FOR UPDATE`);
const setEntries = statement(`
  UPDATE bank_entries SET sealed = new.sealed
  FROM unnest($1::text[], $2::text[], $3::bytea[]) AS new (tenant_id, id, sealed)
  WHERE bank_entries.tenant_id = new.tenant_id AND bank_entries.id = new.id`);

const lockFiles = statement<SealedRow>(`
  SELECT network AS scope, id, sealed FROM bank_files
  WHERE id > $1 AND sealed IS NOT NULL ORDER BY id LIMIT $2 FOR UPDATE`);
const setFiles = statement(`
  UPDATE bank_files SET sealed = new.sealed FROM unnest($1::text[], $2::bytea[]) AS new (id, sealed)
  WHERE bank_files.id = new.id`);

const lockBankEvents = statement<SealedRow>(`
  SELECT network AS scope, id, sealed FROM bank_events WHERE id > $1 ORDER BY id LIMIT $2 FOR UPDATE`);
const setBankEvents = statement(`
  UPDATE bank_events SET sealed = new.sealed FROM unnest($1::text[], $2::bytea[]) AS new (id, sealed)
  WHERE bank_events.id = new.id`);

/** Sealed tables of this module that are rewrapped when the master key changes. */
export const sealedBankTables: readonly SealedBankTable[] = [
  {
    name: "bank_entries",
    contextOf: ({ scope, id }) => entryContext({ tenantId: scope, id }),
    lockAfter: (tx, { after, limit }) => tx.rows(lockEntries, [after?.scope ?? "", after?.id ?? "", limit]),
    update: async (tx, rows) => {
      await tx.run(setEntries, [rows.map(({ scope }) => scope), idsOf(rows), sealedOf(rows)]);
    },
  },
  {
    name: "bank_files",
    contextOf: ({ scope, id }) => fileContext({ network: scope, id }),
    lockAfter: (tx, { after, limit }) => tx.rows(lockFiles, [after?.id ?? "", limit]),
    update: async (tx, rows) => {
      await tx.run(setFiles, [idsOf(rows), sealedOf(rows)]);
    },
  },
  {
    name: "bank_events",
    contextOf: ({ scope, id }) => bankEventContext({ network: scope, id }),
    lockAfter: (tx, { after, limit }) => tx.rows(lockBankEvents, [after?.id ?? "", limit]),
    update: async (tx, rows) => {
      await tx.run(setBankEvents, [idsOf(rows), sealedOf(rows)]);
    },
  },
];

function idsOf(rows: readonly SealedRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}

function sealedOf(rows: readonly SealedRow[]): readonly Buffer[] {
  return rows.map(({ sealed }) => sealed);
}
