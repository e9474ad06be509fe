import type { Session, Transaction } from "../../db/database.ts";
import { freeEffects } from "../../db/restores/effect-store.ts";
import { statement } from "../../db/statement.ts";
import { endingOf, type Id, type Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { DeliveredEntry } from "../bank.ts";
import type { SentIds } from "../bank-work.ts";
import { readAgainNote } from "./item-store.ts";

interface FreeEntry extends DeliveredEntry {
  readonly fileId: string;
}

// Primary key.
const entriesOfMarks = statement<FreeEntry>(`
  SELECT DISTINCT ON (effect.mark) effect.mark AS id, file.id AS file_id, effect.detail ->> 'trace_number' AS trace_number
  FROM ${freeEffects} AS effect
  JOIN bank_files file ON file.network = effect.network AND file.direction = 'out' AND file.name = effect.reference
  WHERE effect.network = $1 AND effect.place = 'bank' AND effect.mark = ANY ($2::text[])
  ORDER BY effect.mark, file.id`);

/** Entries that the bank has, and the database does not know as filed. */
export function selectFreeEntries(
  session: Session,
  network: Network,
  ids: readonly string[],
): Promise<readonly FreeEntry[]> {
  return session.rows(entriesOfMarks, [network, ids]);
}

// Index recovered_effects_by_ending. The time of an id has ten characters, and the rest sixteen.
const sameSent = statement<{ readonly mark: string }>(`
  SELECT mark FROM ${freeEffects} AS effect
  WHERE network = $1 AND place = 'bank' AND right(mark, 16) = ANY ($2::text[])
  ORDER BY mark DESC`);

export async function selectSameSent<Kind extends string>(
  session: Session,
  network: Network,
  ids: readonly Id<Kind>[],
): Promise<SentIds<Kind>> {
  const rows = await session.rows(sameSent, [network, ids.map(endingOf)]);
  const sent = new Map(rows.map(({ mark }) => [endingOf(mark), mark as Id<Kind>]));
  return new Map(
    ids.flatMap((id) => {
      const same = sent.get(endingOf(id));
      return same === undefined ? [] : [[id, same] as const];
    }),
  );
}

// Index recovered_effects_free.
const freeMarks = statement<{ readonly mark: string }>(`
  SELECT DISTINCT mark FROM ${freeEffects} AS effect
  WHERE network = $1 AND place = 'bank' AND mark > $2 ORDER BY mark LIMIT $3`);

/** Ids of entries that the bank has, and that no entry of the database has adopted. */
export async function selectFreeMarks(
  session: Session,
  network: Network,
  { afterMark, limit }: { readonly afterMark: string; readonly limit: number },
): Promise<readonly string[]> {
  return (await session.rows(freeMarks, [network, afterMark, limit])).map(({ mark }) => mark);
}

// Index recovered_effects_free.
const freeNames = statement<{ readonly name: string }>(`
  SELECT DISTINCT name FROM ${freeEffects} AS effect
  CROSS JOIN LATERAL unnest(ARRAY[mark, detail ->> 'trace_number', detail ->> 'uetr']) AS name
  WHERE network = $1 AND place = 'bank' AND name = ANY ($2::text[])`);

/** Those of these references by which the bank may mean an entry that is not adopted yet. */
export async function selectFreeNames(
  session: Session,
  network: Network,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  return new Set((await session.rows(freeNames, [network, references])).map(({ name }) => name));
}

// Files of a recovery, and those that arrived after a file with an adopted entry became known. Index bank_files_recovered.
const since = `file.network = $1 AND file.direction = 'in' AND (file.restore_id IS NOT NULL OR file.id > ANY ($2::text[]))`;

// Bookings that matched no entry when they were read.
const removeBookings = statement(`
  DELETE FROM bank_bookings booking USING bank_items item, bank_files file
  WHERE ${since} AND item.file_id = file.id AND item.state = 'open'
    AND booking.network = $1 AND booking.reference = item.reference AND booking.file_id = file.id`);

// Not deleted: work on an item refers to its id, which it keeps if it is raised again.
const closeItems = statement(`
  UPDATE bank_items item SET state = 'done', note = $4, updated_at = $3::timestamptz FROM bank_files file
  WHERE ${since} AND item.file_id = file.id AND item.state = 'open'`);

const reopen = statement(`
  UPDATE bank_files file SET state = 'stored', updated_at = $3::timestamptz
  WHERE ${since} AND file.state = 'read'`);

/** Files since a recovery are read again when an entry is adopted: what matched nothing may match now. */
export async function reopenFiles(
  tx: Transaction,
  network: Network,
  adoptedFileIds: readonly string[],
  now: Instant,
): Promise<void> {
  await tx.run(removeBookings, [network, adoptedFileIds]);
  await tx.run(closeItems, [network, adoptedFileIds, formatInstant(now), readAgainNote]);
  await tx.run(reopen, [network, adoptedFileIds, formatInstant(now)]);
}
