import {
  type BankFile,
  formatInstant,
  type Instant,
  type Network,
  open,
  type Session,
  seal,
  statement,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { ItemPlace } from "./item-store.ts";

/** A reply file of the bank. */
export interface ReplyFile extends BankFile {
  readonly number: bigint;
  /** Not returned before this time. */
  readonly readyAt: Instant;
}

const insert = statement(`
  INSERT INTO sandbox_bank_files (network, number, name, sealed, ready_at)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bytea[], $5::timestamptz[])`);

export async function insertFiles(
  tx: Transaction,
  { network, keyRing }: ItemPlace,
  files: readonly ReplyFile[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.run(insert, [
    network,
    files.map(({ number }) => number),
    files.map(({ name }) => name),
    files.map(({ number, bytes }) => seal(keyRing, bytes, fileContext(network, number))),
    files.map(({ readyAt }) => formatInstant(readyAt)),
  ]);
}

// A directory has no two files of the same name: of those waiting with the same name, the first is returned.
const waiting = statement<StoredFile>(`
  SELECT number, name, sealed, ready_at FROM sandbox_bank_files AS file
  WHERE network = $1 AND put_away_to IS NULL AND ready_at <= $2::timestamptz
    AND NOT EXISTS (
      SELECT 1 FROM sandbox_bank_files AS earlier
      WHERE earlier.network = file.network AND earlier.name = file.name AND earlier.number < file.number
        AND earlier.put_away_to IS NULL)
  ORDER BY ready_at, number LIMIT $3`);

/** Index sandbox_bank_files_waiting. */
export async function selectWaitingFiles(
  session: Session,
  { network, keyRing }: ItemPlace,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly BankFile[]> {
  const rows = await session.rows(waiting, [network, formatInstant(now), limit]);
  return rows.map(({ number, name, sealed }) => ({
    name,
    bytes: open(keyRing, sealed, fileContext(network, number)),
  }));
}

const nextReady = statement<{ readonly readyAt: Instant | undefined }>(`
  SELECT min(ready_at) AS ready_at FROM sandbox_bank_files WHERE network = $1 AND put_away_to IS NULL`);

/** When the next file is ready, or since when one waits. Index sandbox_bank_files_waiting. */
export async function selectNextReadyAt(session: Session, network: Network): Promise<Instant | undefined> {
  const row = await session.first(nextReady, [network]);
  return row?.readyAt;
}

const putAway = statement(`
  UPDATE sandbox_bank_files SET put_away_to = $3
  WHERE network = $1 AND name = $2 AND put_away_to IS NULL AND ready_at <= $4::timestamptz`);

export async function putFileAway(
  session: Session,
  network: Network,
  { name, to, now }: { readonly name: string; readonly to: "archive" | "quarantine"; readonly now: Instant },
): Promise<void> {
  await session.run(putAway, [network, name, to, formatInstant(now)]);
}

const byName = statement<StoredFile>(`
  SELECT number, name, sealed, ready_at FROM sandbox_bank_files WHERE network = $1 AND name = $2
  ORDER BY number LIMIT 1`);

/** Index sandbox_bank_files_by_name. */
export async function selectFile(
  session: Session,
  { network, keyRing }: ItemPlace,
  name: string,
): Promise<BankFile | undefined> {
  const row = await session.first(byName, [network, name]);
  if (row === undefined) return undefined;
  return { name, bytes: open(keyRing, row.sealed, fileContext(network, row.number)) };
}

const archived = statement<Pick<StoredFile, "number">>(`
  SELECT number FROM sandbox_bank_files WHERE network = $1 AND put_away_to = 'archive' ORDER BY ready_at, number`);
const byNumber = statement<StoredFile>(`
  SELECT number, name, sealed, ready_at FROM sandbox_bank_files WHERE network = $1 AND number = $2`);

/** Oldest first. */
export async function* readArchivedFiles(
  session: Session,
  { network, keyRing }: ItemPlace,
): AsyncGenerator<BankFile> {
  for (const { number } of await session.rows(archived, [network])) {
    const row = await session.first(byNumber, [network, number]);
    if (row !== undefined)
      yield { name: row.name, bytes: open(keyRing, row.sealed, fileContext(network, number)) };
  }
}

const holdBack = statement(`
  UPDATE sandbox_bank_files SET ready_at = greatest(ready_at, $2::timestamptz)
  WHERE network = $1 AND put_away_to IS NULL`);

/** Returns how many files were delayed. */
export function holdFilesBack(tx: Transaction, network: Network, until: Instant): Promise<number> {
  return tx.run(holdBack, [network, formatInstant(until)]);
}

interface StoredFile {
  readonly number: bigint;
  readonly name: string;
  readonly sealed: Buffer;
  readonly readyAt: Instant;
}

function fileContext(network: Network, number: bigint): string {
  return `sandbox_bank_files/${network}/${number}`;
}
