import type { Session } from "../db/database.ts";
import { type Instant, instantFromMs } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import { digestEntry } from "./entry-digest.ts";
import { type AuditChain, type ChainEnd, chainStart, hashSeal } from "./seal-hash.ts";
import { selectEntries, selectUnsealed } from "./seal-store.ts";
import { type SealRow, selectEnds, selectSeals, selectStrays, updateVerified } from "./verify-store.ts";

/** A deviation from the chain: where it is, and what is wrong. */
export interface AuditFinding {
  /** The seal it is about. */
  readonly sequence?: bigint;
  /** The entry it is about. */
  readonly entryId?: string;
  readonly detail: string;
}

export interface AuditVerification {
  readonly chain: AuditChain;
  /** Verified entries, sealed or not. */
  readonly entries: number;
  readonly end: ChainEnd;
  readonly findings: readonly AuditFinding[];
  /** False if it stopped early because there were too many findings. */
  readonly isComplete: boolean;
}

export interface VerifyChainOptions {
  /** An end of the chain that was stored elsewhere; the chain must still contain it. */
  readonly expected?: ChainEnd;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly seals: number; readonly total: number }) => void;
  /** Keeps the end of a sound chain as its checkpoint, with this time. */
  readonly keepsMarkAt?: Instant;
}

const maxFindings = 100;
const sealsPerPage = 100;
const rowsPerPage = 1_000;
/** Clocks of nodes differ, and a transaction takes some time; an entry of an earlier time was added later. */
const maxBackdatingMs = 60 * 60_000;

interface Walk {
  readonly session: Session;
  readonly chain: AuditChain;
  readonly findings: AuditFinding[];
  readonly options: VerifyChainOptions;
  entries: number;
}

/** Verifies a chain with the entries that wait to be sealed. The service can keep running meanwhile. */
export async function verifyChain(
  session: Session,
  chain: AuditChain,
  options: VerifyChainOptions = {},
): Promise<AuditVerification> {
  const walk: Walk = { session, chain, findings: [], options, entries: 0 };
  const end = await verifySeals(walk);
  await verifyUnsealed(walk);
  await findStrays(walk);
  const { findings, entries } = walk;
  if (findings.length === 0 && options.keepsMarkAt !== undefined && end.sequence > 0n) {
    await updateVerified(session, chain, end, options.keepsMarkAt);
  }
  const isComplete = findings.length < maxFindings;
  return { chain, entries, end, findings: findings.slice(0, maxFindings), isComplete };
}

/** Walks along the chain to the head that it has now; returns the last seal. */
async function verifySeals(walk: Walk): Promise<ChainEnd> {
  const { session, chain, findings, options } = walk;
  const ends = await selectEnds(session, chain);
  const start = endOf(ends?.prunedSequence, ends?.prunedHash) ?? chainStart;
  const head = endOf(ends?.headSequence, ends?.headHash);
  const last = ends?.lastSequence ?? start.sequence;
  if (last !== (head?.sequence ?? start.sequence)) {
    findings.push({
      sequence: last,
      detail: `is the last seal, and the head is at ${head?.sequence ?? "none"}`,
    });
  }
  const marks = [
    [endOf(ends?.verifiedSequence, ends?.verifiedHash), "had another hash at its last verification"],
    [options.expected, "does not have the expected hash"],
    [head, "does not have the hash of the head"],
  ] as const;
  const expected = marks.flatMap(([end, detail]) => (end === undefined ? [] : [{ ...end, detail }]));
  checkMarks(walk, expected, start);
  if (options.expected !== undefined && options.expected.sequence < start.sequence) {
    findings.push({ sequence: options.expected.sequence, detail: "was removed when the log was pruned" });
  }
  let previous: PreviousSeal = { ...start, at: instantFromMs(0) };
  while (!isFull(walk)) {
    options.signal?.throwIfAborted();
    const page = { after: previous.sequence, through: last, limit: sealsPerPage };
    const seals = await selectSeals(session, chain, page);
    await verifyPage(walk, seals, previous);
    checkMarks(walk, expected, ...seals);
    previous = seals.at(-1) ?? previous;
    options.onProgress?.({ seals: Number(previous.sequence), total: Number(last) });
    if (seals.length < sealsPerPage) break;
  }
  for (const { sequence } of expected) {
    if (sequence > previous.sequence && !isFull(walk)) findings.push({ sequence, detail: "is missing" });
  }
  return { sequence: previous.sequence, hash: previous.hash };
}

type PreviousSeal = Pick<SealRow, "sequence" | "hash" | "at">;

function endOf(sequence: bigint | undefined, hash: Buffer | undefined): ChainEnd | undefined {
  return sequence === undefined || hash === undefined ? undefined : { sequence, hash };
}

function checkMarks(
  { findings }: Walk,
  expected: readonly (ChainEnd & { readonly detail: string })[],
  ...seals: readonly ChainEnd[]
): void {
  for (const { sequence, hash, detail } of expected) {
    const seal = seals.find((each) => each.sequence === sequence);
    if (seal !== undefined && !seal.hash.equals(hash)) findings.push({ sequence, detail });
  }
}

async function verifyPage(walk: Walk, seals: readonly SealRow[], before: PreviousSeal): Promise<void> {
  let previous = before;
  for (const seal of seals) {
    checkLink(walk, previous, seal);
    previous = seal;
  }
  await verifyEntries(walk, seals);
}

function checkLink({ chain, findings }: Walk, previous: PreviousSeal, seal: SealRow): void {
  const { sequence } = seal;
  if (sequence !== previous.sequence + 1n) {
    const missing = sequence - previous.sequence - 1n;
    const detail = missing === 1n ? "is missing" : `and ${missing - 1n} after it are missing`;
    findings.push({ sequence: previous.sequence + 1n, detail });
  } else if (!hashSeal(chain, previous.hash, seal).equals(seal.hash)) {
    findings.push({ sequence, detail: "does not have the hash of its content and the previous seal" });
  }
  if (seal.at < previous.at - maxBackdatingMs) {
    findings.push({ sequence, detail: "is dated more than an hour before the previous seal" });
  }
}

interface Group {
  readonly at: Instant;
  readonly entryIds: readonly string[];
  readonly digests: readonly Buffer[];
  readonly sequence?: bigint;
}

/** Compares the entries in the log with their digests. */
async function verifyEntries(walk: Walk, groups: readonly Group[]): Promise<void> {
  const keys = groups.flatMap(({ at, entryIds }) => entryIds.map((id) => ({ at, id })));
  const entries = await selectEntries(walk.session, walk.chain, keys);
  const found = new Map<string, RecordedEntry>(entries.map((entry) => [entry.id, entry]));
  walk.entries += keys.length;
  for (const { sequence, entryIds, digests } of groups) {
    for (const [index, entryId] of entryIds.entries()) {
      const entry = found.get(entryId);
      const place = { ...(sequence === undefined ? {} : { sequence }), entryId };
      if (entry === undefined) walk.findings.push({ ...place, detail: "is missing" });
      else if (digests[index]?.equals(digestEntry(entry)) !== true)
        walk.findings.push({ ...place, detail: "was changed" });
    }
  }
}

/** Entries that wait to be sealed have a digest, too. */
async function verifyUnsealed(walk: Walk): Promise<void> {
  let after = { chain: walk.chain, id: "" };
  while (!isFull(walk)) {
    walk.options.signal?.throwIfAborted();
    const rows = await selectUnsealed(walk.session, { after, limit: rowsPerPage });
    const groups = rows.filter(({ tenantId }) => tenantId === walk.chain);
    await verifyEntries(walk, groups);
    const last = groups.at(-1);
    if (last === undefined || groups.length < rowsPerPage) return;
    after = { chain: walk.chain, id: last.id };
  }
}

/** Entries that the service did not record: it puts each of its own into the line for the sealer. */
async function findStrays(walk: Walk): Promise<void> {
  let after = { at: instantFromMs(0), id: "" };
  while (!isFull(walk)) {
    walk.options.signal?.throwIfAborted();
    const entries = await selectStrays(walk.session, walk.chain, { after, limit: rowsPerPage });
    for (const { id, isStray } of entries) {
      if (isStray) walk.findings.push({ entryId: id, detail: "is in no seal, and does not wait for one" });
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < rowsPerPage) return;
    after = last;
  }
}

function isFull({ findings }: Walk): boolean {
  return findings.length >= maxFindings;
}
