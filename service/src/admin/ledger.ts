import { auditChange } from "../audit/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  type Finding,
  type LedgerScope,
  readHead,
  rebuildProjections,
  type VerifyProgress,
  verifyJournal,
} from "../ledger/index.ts";
import { rebuildStatistics } from "../statistics/index.ts";
import { chosenJournals, type JournalChoice, type JournalName, nameOf, readScope } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";
import { refuseAt } from "./read-input.ts";

export interface FindingView {
  readonly table: string;
  readonly sequence: string | undefined;
  readonly account: string | undefined;
  readonly detail: string;
}

export interface VerificationView extends JournalName {
  readonly records: number;
  readonly sequence: string;
  readonly hash: string;
  readonly findings: readonly FindingView[];
  /** False if verification stopped early: too many findings, or a failure. */
  readonly isComplete: boolean;
  /** Why it stopped, if it failed. */
  readonly failure: string | undefined;
}

export interface VerificationRequest extends JournalChoice {
  /** `SEQUENCE:HASH`, as printed by `florin admin ledger head`; for one journal only. */
  readonly expected?: string;
  /** The first record to verify. */
  readonly from?: string;
  readonly onProgress?: (progress: LedgerProgress) => void;
}

export interface LedgerProgress extends JournalName {
  readonly records: number;
  readonly total: number;
  readonly recordsPerSecond: number;
}

const progressEveryMs = 1_000;

/** Verifies one journal at a time, and yields each result. */
export async function* verifyLedger(
  admin: AdminContext,
  request: VerificationRequest,
): AsyncGenerator<VerificationView, void, undefined> {
  const { expected, from } = request;
  const options = {
    ...(expected === undefined ? {} : { expected: readMark(expected) }),
    ...(from === undefined ? {} : { from: readSequence(from) }),
  };
  for await (const scope of chosenJournals(admin, request)) {
    const onProgress = progressOf(admin, scope, request.onProgress);
    const { records, head, findings, isComplete, failure } = await verifyJournal(admin.database, scope, {
      ...options,
      onProgress,
    });
    yield {
      ...nameOf(scope),
      records: Number(records),
      sequence: head.sequence.toString(),
      hash: head.hash.toString("hex"),
      findings: findings.map(viewFinding),
      isComplete,
      failure,
    };
  }
}

export interface HeadView extends JournalName {
  readonly sequence: string;
  readonly hash: string;
  readonly at: string | undefined;
}

/** Checkpoint hashes of the journals, to be stored out of reach of anyone with database access. */
export async function* listHeads(
  admin: AdminContext,
  choice: JournalChoice,
): AsyncGenerator<HeadView, void, undefined> {
  for await (const scope of chosenJournals(admin, choice)) {
    const { sequence, hash, at } = await readHead(admin.database, scope);
    yield {
      ...nameOf(scope),
      sequence: sequence.toString(),
      hash: hash.toString("hex"),
      at: at === undefined ? undefined : formatInstant(at),
    };
  }
}

export interface RebuiltView extends JournalName {
  readonly records: number;
  readonly balances: number;
  readonly holds: number;
  readonly findings: readonly FindingView[];
}

/**
 * Rebuilds balances and holds from the journal. Postings to that journal are blocked meanwhile. The statistics of the
 * workspace are folded again afterwards, by the workers.
 */
export async function rebuildLedger(admin: AdminContext, name: JournalName): Promise<RebuiltView> {
  const scope = readScope(name);
  const { records, balances, holds, findings } = await admin.database.transaction(async (tx) => {
    const rebuilt = await rebuildProjections(tx, scope);
    await rebuildStatistics(tx, scope);
    await auditChange(admin, tx, {
      cause: admin.cause,
      action: "journal.rebuild",
      of: { ...scope, id: scope.tenantId },
      after: { balances: rebuilt.balances, holds: rebuilt.holds },
    });
    return rebuilt;
  });
  const counts = { records: Number(records), balances, holds };
  return { ...nameOf(scope), ...counts, findings: findings.map(viewFinding) };
}

function progressOf(
  { clock }: AdminContext,
  scope: LedgerScope,
  report: ((progress: LedgerProgress) => void) | undefined,
): (progress: VerifyProgress) => void {
  const startedAt = clock.now();
  let reportedAt = startedAt;
  return (progress) => {
    const now = clock.now();
    if (now - reportedAt < progressEveryMs) return;
    reportedAt = now;
    const [records, total] = [Number(progress.records), Number(progress.total)];
    const recordsPerSecond = Math.round((records * 1_000) / (now - startedAt));
    report?.({ ...nameOf(scope), records, total, recordsPerSecond });
  };
}

const markShape = /^(\d{1,18}):([0-9a-f]{64})$/i;

function readMark(text: string): { readonly sequence: bigint; readonly hash: Buffer } {
  const [, sequence, hash] = markShape.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    return refuseAt(
      "expect",
      "must be SEQUENCE:HASH, such as 42:9f86…, as printed by florin admin ledger head",
    );
  }
  return { sequence: BigInt(sequence), hash: Buffer.from(hash, "hex") };
}

function readSequence(text: string): bigint {
  return /^[1-9]\d{0,17}$/.test(text)
    ? BigInt(text)
    : refuseAt("from", "must be a record number, starting at 1");
}

function viewFinding({ table, sequence, account, detail }: Finding): FindingView {
  return { table, sequence: sequence?.toString(), account, detail };
}
