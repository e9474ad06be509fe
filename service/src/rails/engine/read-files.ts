import type { Transaction } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { insertBookings, insertStatement, selectBookings } from "./account-store.ts";
import { insertBankEvents, selectEnds, supersedeReturned } from "./bank-event-store.ts";
import type { BankRecord, FileProblem, FileReading, StatementRecord } from "./bank-record.ts";
import { bookingReferencesOf, decideBankRecords, referencesOf } from "./decide-bank-records.ts";
import { type EngineDeps, maxFilesAtOnce } from "./engine-deps.ts";
import { selectByReferences } from "./entry-store.ts";
import { type StoredFile, selectStoredFiles, updateFileState } from "./file-store.ts";
import type { Findings, FoundBankEvent } from "./findings.ts";
import { insertItems, replyItems } from "./item-store.ts";
import { readBytes } from "./read-bytes.ts";
import { sealBankEvent } from "./sealed-bank-event.ts";
import { loadBytes } from "./sealed-file.ts";

/** 5. Reads stored files. The results are stored in the transaction that marks the file as read, all or nothing. */
export async function readFiles(deps: EngineDeps, bankNow: Instant): Promise<void> {
  const place = { network: deps.bank.network, direction: "in" } as const;
  let files: readonly StoredFile[] = [];
  do {
    const afterId = files.at(-1)?.id ?? "";
    files = await selectStoredFiles(deps.database, place, { afterId, limit: maxFilesAtOnce });
    for (const file of files) {
      await readFile(deps, file, bankNow);
      await deps.checkpoint("read");
    }
  } while (files.length === maxFilesAtOnce);
}

async function readFile(deps: EngineDeps, file: StoredFile, bankNow: Instant): Promise<void> {
  const bytes = await loadBytes(deps.keyRing, deps.database, file);
  const reading = readOrExplain(deps, file.name, bytes, bankNow);
  if (reading.ok) await apply(deps, file, reading.bankRecords);
  else await quarantine(deps, file, reading.problems);
}

/** A reader that throws is a bug; the file stays quarantined until the bug is fixed and the file is read again. */
function readOrExplain(deps: EngineDeps, name: string, bytes: Buffer, bankNow: Instant): FileReading {
  try {
    return readBytes(name, bytes, bankNow);
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
    await store(deps, tx, file, findings);
    tx.afterCommit(() => {
      for (const { kind, reference } of findings.items) report({ type: "item", kind, reference });
    });
  });
}

async function decide(
  tx: Transaction,
  { network, sha256 }: StoredFile,
  bankRecords: readonly BankRecord[],
): Promise<Findings> {
  const entries = await selectByReferences(tx, network, referencesOf(bankRecords));
  const ends = await selectEnds(
    tx,
    network,
    entries.map(({ id }) => id),
  );
  const bookings = await selectBookings(tx, network, bookingReferencesOf(bankRecords));
  return decideBankRecords(bankRecords, { entries, ends, bookings }, sha256);
}

async function store(
  deps: EngineDeps,
  tx: Transaction,
  { id: fileId, network }: StoredFile,
  findings: Findings,
): Promise<void> {
  const { newId, clock } = deps;
  const now = clock.now();
  const source = { network, fileId, now };
  const bankEvents = once(findings.bankEvents).map((bankEvent) => sealed(deps, bankEvent));
  await insertBankEvents(tx, source, bankEvents);
  const ids = bankEvents.flatMap(({ entryId }) => (entryId === undefined ? [] : [entryId]));
  await supersedeReturned(tx, [...new Set(ids)], now);
  await insertItems(
    tx,
    source,
    once(findings.items).map((item) => ({ ...item, id: newId<"bank-item">() })),
  );
  await replyItems(tx, network, { keys: findings.replied, note: "resolved by a later bank record" }, now);
  await insertBookings(tx, source, findings.bookings);
  for (const stated of findings.statements) {
    await insertStatement(tx, source, { ...stated, id: newId<"bank-statement">(), ...endingOf(stated) });
  }
}

/** A file may repeat a record; the first counts. */
function once<Keyed extends { readonly key: string }>(found: readonly Keyed[]): readonly Keyed[] {
  return [...new Map(found.toReversed().map((finding) => [finding.key, finding])).values()].toReversed();
}

function sealed({ bank: { network }, newId, keyRing }: EngineDeps, bankEvent: FoundBankEvent) {
  const { content, ...rest } = bankEvent;
  const id = newId<"bank-event">();
  return { ...rest, id, sealed: sealBankEvent(keyRing, content, { network, id }) };
}

const shownDigits = 4;

function endingOf({ accountNumber }: StatementRecord): { readonly accountEnding: string } {
  return { accountEnding: (accountNumber ?? "").slice(-shownDigits) };
}
