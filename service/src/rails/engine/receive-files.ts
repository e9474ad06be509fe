import { createHash } from "node:crypto";
import type { Transaction } from "../../db/database.ts";
import { seal } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankFile } from "../bank.ts";
import {
  insertBookings,
  insertMovements,
  insertStatement,
  selectBookings,
  selectMovements,
} from "./account-store.ts";
import { adoptQueued } from "./adopt-entries.ts";
import { insertBankEvents, selectEndings, supersedeReturned } from "./bank-event-store.ts";
import type { BankRecord, FileProblem, FileReading, StatementRecord } from "./bank-record.ts";
import {
  bookingReferencesOf,
  decideBankRecords,
  movementNamesOf,
  referencesOf,
} from "./decide-bank-records.ts";
import { type EngineDeps, maxFilesAtOnce } from "./engine-deps.ts";
import { selectByReferences } from "./entry-store.ts";
import {
  insertFile,
  loadBytes,
  markAcknowledged,
  markPutAway,
  type StoredFile,
  selectFilesOfMessages,
  selectFilesToPutAway,
  selectSameContent,
  selectStoredFiles,
  updateFileState,
} from "./file-store.ts";
import type { Findings } from "./findings.ts";
import { insertItems, resolveItems } from "./item-store.ts";
import { nameOfEntry } from "./movement.ts";
import { readBankRecords } from "./read-bank-records.ts";
import { selectFreeNames } from "./recovered-store.ts";
import { fileContext } from "./sealed-contexts.ts";

/**
 * 4. Stores files that wait at the bank. The same name with the same bytes is the same file; the same bytes under
 * another name are stored as a duplicate, which is not read. True when there may be more.
 */
export async function collectFiles(deps: EngineDeps): Promise<boolean> {
  const files = await deps.bank.collect(maxFilesAtOnce);
  await deps.checkpoint("collected");
  for (const file of files) {
    await storeFile(deps, file);
    await deps.checkpoint("stored");
  }
  return files.length >= maxFilesAtOnce;
}

async function storeFile(deps: EngineDeps, { name, bytes }: BankFile): Promise<void> {
  const { database, lease, clock, newId, keyRing, report } = deps;
  const { network } = deps.bank;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const id = newId<"bank-file">();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const duplicateOf = (await selectSameContent(tx, { network, sha256, name }))?.id;
    const sealed = duplicateOf === undefined ? seal(keyRing, bytes, fileContext({ network, id })) : undefined;
    const file = { id, network, name, sha256, sizeBytes: bytes.length, sealed, duplicateOf };
    const storedId = await insertFile(tx, { ...file, direction: "in" }, clock.now());
    const isNew = storedId === id;
    if (isNew && duplicateOf !== undefined) {
      tx.afterCommit(() => report({ type: "duplicate-file", fileId: id, name }));
    }
  });
}

/** 5. Reads stored files. The results are stored in the transaction that marks the file as read, all or nothing. */
export async function readFiles(deps: EngineDeps, bankNow: Instant): Promise<void> {
  const place = { network: deps.bank.network, direction: "in" } as const;
  let files: readonly StoredFile[] = [];
  if ((await selectStoredFiles(deps.database, { ...place, id: "", limit: 1 })).length === 0) return;
  await adoptQueued(deps);
  do {
    const id = files.at(-1)?.id ?? "";
    files = await selectStoredFiles(deps.database, { ...place, id, limit: maxFilesAtOnce });
    for (const file of files) {
      const bytes = await loadBytes(deps.keyRing, deps.database, file);
      const reading = readOrExplain(deps, file.name, bytes, bankNow);
      if (reading.ok) await apply(deps, file, reading.bankRecords);
      else await quarantine(deps, file, reading.problems);
      await deps.checkpoint("read");
    }
  } while (files.length === maxFilesAtOnce);
}

/** A reader that throws is a bug; the file stays quarantined until the bug is fixed and the file is read again. */
function readOrExplain(deps: EngineDeps, name: string, bytes: Buffer, bankNow: Instant): FileReading {
  try {
    return readBankRecords(name, bytes, bankNow);
  } catch (error) {
    deps.onError(error);
    return {
      ok: false,
      problems: [{ line: 1, column: 1, rule: "reader", detail: "internal error of the reader" }],
    };
  }
}

async function quarantine(
  { database, lease, clock, report }: EngineDeps,
  { id, name }: StoredFile,
  problems: readonly FileProblem[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await updateFileState(tx, id, { from: "stored", to: "quarantined", problems }, clock.now());
  });
  report({ type: "quarantined", fileId: id, name, problems: problems.length });
}

async function apply(deps: EngineDeps, file: StoredFile, bankRecords: readonly BankRecord[]): Promise<void> {
  const { database, lease, clock, report } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    if (!(await updateFileState(tx, file.id, { from: "stored", to: "read" }, clock.now()))) return;
    const findings = await decide(tx, file, bankRecords);
    await storeFindings(deps, tx, file, findings);
    tx.afterCommit(() => {
      for (const { kind, reference } of findings.items) report({ type: "item", kind, reference });
    });
  });
}

async function decide(
  tx: Transaction,
  { id, network, sha256 }: StoredFile,
  given: readonly BankRecord[],
): Promise<Findings> {
  const files = await selectFilesOfMessages(
    tx,
    network,
    given.flatMap((each) => messageIdOf(each) ?? []),
  );
  const bankRecords = given.map((each) => withFile(each, files));
  const references = referencesOf(bankRecords);
  const entries = await selectByReferences(tx, network, references);
  const awaited = await selectFreeNames(tx, network, references);
  const entryIds = entries.map(({ id }) => id);
  const endings = await selectEndings(tx, { network, entryId: entryIds });
  const bookings = await selectBookings(tx, { network, reference: bookingReferencesOf(bankRecords) });
  const names = [...movementNamesOf(bankRecords), ...entryIds.map(nameOfEntry)];
  const movements = await selectMovements(tx, network, names);
  return decideBankRecords(bankRecords, { entries, awaited, endings, bookings, movements }, { id, sha256 });
}

/** Id of our message that the record is about. */
function messageIdOf(bankRecord: BankRecord): string | undefined {
  return "messageId" in bankRecord ? bankRecord.messageId : undefined;
}

/** With the id of the file instead of the message id. */
function withFile(bankRecord: BankRecord, files: ReadonlyMap<string, string>): BankRecord {
  if (!("messageId" in bankRecord)) return bankRecord;
  return { ...bankRecord, messageId: files.get(bankRecord.messageId ?? "") ?? bankRecord.messageId };
}

/** A file may repeat a record; the first counts. */
async function storeFindings(
  deps: EngineDeps,
  tx: Transaction,
  { id: fileId, network }: StoredFile,
  { bankEvents, items, bookings, movements, statements, resolved, acknowledged }: Findings,
): Promise<void> {
  const now = deps.clock.now();
  const source = { network, fileId, now };
  await insertBankEvents(deps, tx, source, bankEvents);
  const entryIds = bankEvents.flatMap(({ event }) => (event.type === "received" ? [] : [event.entry.id]));
  await supersedeReturned(tx, [...new Set(entryIds)], now);
  await insertItems(deps, tx, source, items);
  const note = "resolved by a later bank record";
  await resolveItems(tx, { network, key: resolved, note, updatedAt: now });
  await markAcknowledged(tx, { id: [...acknowledged], acknowledgedAt: now });
  await insertBookings(tx, { network, fileId, createdAt: now }, bookings);
  await insertMovements(tx, source, movements);
  for (const stated of statements) {
    const id = deps.newId<"bank-statement">();
    const accountEnding = endingOf(stated);
    await insertStatement(tx, { ...stated, network, fileId, createdAt: now, id, accountEnding });
  }
}

const shownDigits = 4;

function endingOf({ accountNumber }: StatementRecord): string {
  return (accountNumber ?? "").slice(-shownDigits);
}

/** 6. Puts files away at the bank that were read or quarantined. */
export async function putFilesAway(deps: EngineDeps): Promise<void> {
  const { bank, database, lease, clock } = deps;
  const { network } = bank;
  for (const { id, name, state } of await selectFilesToPutAway(database, {
    network,
    limit: maxFilesAtOnce,
  })) {
    await bank.putAway(name, state === "quarantined" ? "quarantine" : "archive");
    await database.transaction(async (tx) => {
      await lease.fence(tx);
      await markPutAway(tx, { id, putAwayAt: clock.now() });
    });
    await deps.checkpoint("put-away");
  }
}
