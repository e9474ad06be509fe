import { recordAudit } from "../audit/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  type Finding,
  type LedgerScope,
  readHead,
  rebuildProjections,
  type VerifyProgress,
  verifyJournal,
} from "../ledger/index.ts";
import { selectLastRound } from "../startup/ledger-rounds-store.ts";
import {
  chosenJournals,
  type JournalChoice,
  type JournalName,
  nameOf,
  readScope,
  refuseAt,
} from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

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
  /** False when it did not come to its end: there were too many findings, or it failed. */
  readonly isComplete: boolean;
  /** Why it could not go on, if it could not. */
  readonly failure: string | undefined;
}

export interface VerificationRequest extends JournalChoice {
  /** `SEQUENCE:HASH`, as `florin ledger head` prints it; for one journal alone. */
  readonly expected?: string;
  /** The first record to look at. */
  readonly from?: string;
  readonly onProgress?: (progress: LedgerProgress) => void;
}

export interface LedgerProgress extends JournalName {
  readonly records: number;
  readonly total: number;
  readonly recordsPerSecond: number;
}

const progressEveryMs = 1_000;

/** Verifies journal after journal, and answers each when it is done. */
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

/** The end of each journal, to be written down where nobody who can reach the database can reach it. */
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

/** What the last verification of all journals has found. */
export interface LedgerRoundView {
  readonly ended: string;
  readonly journals: number;
  readonly findings: number;
  /** Journals of which the proof did not come to its end. */
  readonly unverified: number;
}

/** Undefined before the first has come to its end. */
export async function showLedgerRound({
  database,
}: Pick<AdminContext, "database">): Promise<LedgerRoundView | undefined> {
  const round = await selectLastRound(database);
  if (round === undefined) return undefined;
  const { endedAt, journals, findings, unverified } = round;
  return { ended: formatInstant(endedAt), journals, findings, unverified };
}

export interface RebuiltView extends JournalName {
  readonly records: number;
  readonly balances: number;
  readonly holds: number;
  readonly findings: readonly FindingView[];
}

/** Sets balances and holds right by the journal. Nobody can write to that journal meanwhile. */
export async function rebuildLedger(admin: AdminContext, name: JournalName): Promise<RebuiltView> {
  const scope = readScope(name);
  const { records, balances, holds, findings } = await admin.database.transaction(async (tx) => {
    const rebuilt = await rebuildProjections(tx, scope);
    await recordAudit(admin, tx, scope, [
      {
        cause: admin.cause,
        action: "journal.rebuild",
        subject: { type: "journal", id: scope.tenantId },
        after: { balances: rebuilt.balances, holds: rebuilt.holds },
      },
    ]);
    return rebuilt;
  });
  const counts = { records: Number(records), balances, holds };
  return { ...nameOf(scope), ...counts, findings: findings.map(viewFinding) };
}

function progressOf(
  { clock }: AdminContext,
  scope: LedgerScope,
  tell: ((progress: LedgerProgress) => void) | undefined,
): (progress: VerifyProgress) => void {
  const startedAt = clock.now();
  let toldAt = startedAt;
  return (progress) => {
    const now = clock.now();
    if (now - toldAt < progressEveryMs) return;
    toldAt = now;
    const [records, total] = [Number(progress.records), Number(progress.total)];
    const recordsPerSecond = Math.round((records * 1_000) / (now - startedAt));
    tell?.({ ...nameOf(scope), records, total, recordsPerSecond });
  };
}

const markShape = /^(\d{1,18}):([0-9a-f]{64})$/i;

function readMark(text: string): { readonly sequence: bigint; readonly hash: Buffer } {
  const [, sequence, hash] = markShape.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    return refuseAt(
      "expect",
      "must be a sequence and a hash, such as 42:9f86…, as florin ledger head prints them",
    );
  }
  return { sequence: BigInt(sequence), hash: Buffer.from(hash, "hex") };
}

function readSequence(text: string): bigint {
  return /^[1-9]\d{0,17}$/.test(text)
    ? BigInt(text)
    : refuseAt("from", "must be the number of a record, from 1");
}

function viewFinding({ table, sequence, account, detail }: Finding): FindingView {
  return { table, sequence: sequence?.toString(), account, detail };
}
