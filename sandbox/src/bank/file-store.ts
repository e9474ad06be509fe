import {
  type BankFile,
  formatInstant,
  type Instant,
  type Network,
  open,
  type RowOf,
  type Session,
  sandboxBankFiles,
  sandboxFileContext,
  seal,
  statement,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { ItemPlace } from "./item-store.ts";

/** A reply file of the bank. */
export interface ReplyFile extends BankFile, Pick<StoredFile, "number" | "readyAt"> {}

type StoredFile = RowOf<typeof sandboxBankFiles>;

const insert = sandboxBankFiles.insertMany({ of: ["network"], except: ["putAwayTo"] });

export async function insertFiles(
  tx: Transaction,
  { network, keyRing }: ItemPlace,
  files: readonly ReplyFile[],
): Promise<void> {
  const rows = files.map(({ number, name, bytes, readyAt }) => {
    return { number, name, readyAt, sealed: seal(keyRing, bytes, sandboxFileContext({ network, number })) };
  });
  await insert(tx, { network }, rows);
}

// A directory has no two files of the same name: of those waiting with the same name, the first is returned.
const waiting = statement<StoredFile>(`
  SELECT ${sandboxBankFiles.list()} FROM sandbox_bank_files AS file
  WHERE network = $1 AND put_away_to IS NULL AND ready_at <= $2::timestamptz
    AND NOT EXISTS (
      SELECT 1 FROM sandbox_bank_files AS earlier
      WHERE earlier.network = file.network AND earlier.name = file.name AND earlier.number < file.number
        AND earlier.put_away_to IS NULL)
  ORDER BY ready_at, number LIMIT $3`);

/** Index sandbox_bank_files_waiting. */
export async function selectWaitingFiles(
  session: Session,
  place: ItemPlace,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly BankFile[]> {
  const rows = await session.rows(waiting, [place.network, formatInstant(now), limit]);
  return rows.map((row) => openFile(place, row));
}

const nextReady = statement<{ readonly readyAt: Instant | undefined }>(`
  SELECT min(ready_at) AS ready_at FROM sandbox_bank_files WHERE network = $1 AND put_away_to IS NULL`);

/** When the next file is ready, or since when one waits. Index sandbox_bank_files_waiting. */
export async function selectNextReadyAt(session: Session, network: Network): Promise<Instant | undefined> {
  const row = await session.first(nextReady, [network]);
  return row?.readyAt;
}

export const putFileAway = sandboxBankFiles.update({
  by: ["network", "name", "readyAt <="],
  where: "put_away_to IS NULL",
  set: ["putAwayTo"],
});

const byName = sandboxBankFiles.one({ by: ["network", "name"], orderBy: ["number"] });

/** Index sandbox_bank_files_by_name. */
export async function selectFile(
  session: Session,
  place: ItemPlace,
  name: string,
): Promise<BankFile | undefined> {
  const row = await byName(session, { network: place.network, name });
  return row && openFile(place, row);
}

const archived = sandboxBankFiles.many({
  by: ["network"],
  where: "put_away_to = 'archive'",
  orderBy: ["readyAt", "number"],
  columns: ["network", "number"],
});
const byNumber = sandboxBankFiles.one({ by: ["network", "number"] });

/** Oldest first. */
export async function* readArchivedFiles(session: Session, place: ItemPlace): AsyncGenerator<BankFile> {
  for (const key of await archived(session, { network: place.network })) {
    const row = await byNumber(session, key);
    if (row !== undefined) yield openFile(place, row);
  }
}

const holdBack = statement(`
  UPDATE sandbox_bank_files SET ready_at = greatest(ready_at, $2::timestamptz)
  WHERE network = $1 AND put_away_to IS NULL`);

/** Returns how many files were delayed. */
export function holdFilesBack(tx: Transaction, network: Network, until: Instant): Promise<number> {
  return tx.run(holdBack, [network, formatInstant(until)]);
}

function openFile({ keyRing }: ItemPlace, row: StoredFile): BankFile {
  return { name: row.name, bytes: open(keyRing, row.sealed, sandboxFileContext(row)) };
}
