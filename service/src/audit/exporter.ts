import type { Database } from "../db/database.ts";
import { createFencedLease, type FencedLease, LeaseLostError } from "../db/fenced-lease.ts";
import { createPollLoop, type PollLoop, type Turn } from "../db/poll-loop.ts";
import type { Clock } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import type { AuditChain, ChainEnd } from "./seal-hash.ts";
import {
  type ExportedSeal,
  type ExportName,
  selectEntries,
  selectExported,
  selectLastSeal,
  selectSealsAfter,
  upsertExported,
} from "./seal-store.ts";

/** A sealed entry, with its seal: a copy of it proves later what the log contained. */
export interface ExportedEntry {
  readonly entry: RecordedEntry;
  readonly seal: ChainEnd & { readonly chain: AuditChain };
}

/** Where entries are sent: a port. */
export interface AuditSink {
  /** Resolves when the receiver has the entries; rejects if that is not certain, and then they are sent again. */
  send(entries: readonly ExportedEntry[], signal: AbortSignal): Promise<void>;
}

export interface AuditExporterOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Of this node, for the lease. */
  readonly holder: string;
  readonly sink: AuditSink;
  /** `notices` begins with the entries that are sealed after its first start, and not with the oldest one. */
  readonly name?: ExportName;
  readonly idleMs?: number;
  readonly sealsPerBatch?: number;
  readonly onError: (error: unknown) => void;
}

const pollMs = 1_000;
const defaultSealsPerBatch = 50;
const sendTimeoutMs = 30_000;
/** Longer than a batch may take, so that only one node exports. */
const leaseMs = 2 * sendTimeoutMs;

/**
 * Sends sealed entries to a sink, in the order of the seals. The position is stored after a batch has been received, so
 * each entry is sent at least once; the node that has the lease exports.
 */
export function createAuditExporter(options: AuditExporterOptions): Pick<PollLoop, "start" | "stop"> {
  const { database, holder, idleMs, onError, name = "siem" } = options;
  const lease = createFencedLease(database, {
    task: name === "siem" ? "audit/export" : `audit/${name}`,
    holder,
    leaseMs,
  });
  const stopping = new AbortController();
  const turn = async (): Promise<Turn> => {
    try {
      return (await lease.hold()) ? await exportSome(options, lease, stopping.signal) : "wait";
    } catch (error) {
      if (error instanceof LeaseLostError || stopping.signal.aborted) return "wait";
      throw error;
    }
  };
  const loop = createPollLoop({
    name: name === "siem" ? "audit.export" : `audit.${name}`,
    turn,
    pollMs,
    idleMs,
    onError,
  });
  return {
    start: loop.start,
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await lease.release();
    },
  };
}

async function exportSome(
  { database, clock, sink, name = "siem", sealsPerBatch = defaultSealsPerBatch }: AuditExporterOptions,
  lease: FencedLease,
  stopping: AbortSignal,
): Promise<Turn> {
  const exported = await selectExported(database, { name });
  if (exported === undefined && name === "notices") {
    const [lastSeal] = await selectLastSeal(database);
    await upsertExported(database, { name, position: lastSeal?.position ?? 0n, exportedAt: clock.now() });
    return "again";
  }
  const { position = 0n } = exported ?? {};
  const seals = await selectSealsAfter(database, { position, limit: sealsPerBatch });
  const last = seals.at(-1);
  if (last === undefined) return "wait";
  const entries = await entriesOf(database, seals);
  if (entries.length > 0) {
    await sink.send(entries, AbortSignal.any([stopping, AbortSignal.timeout(sendTimeoutMs)]));
  }
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await upsertExported(tx, { name, position: last.position, exportedAt: clock.now() });
  });
  return "again";
}

/** In the order of the seals. An entry that someone removed cannot be sent; the verification reports it. */
async function entriesOf(
  database: Database,
  seals: readonly ExportedSeal[],
): Promise<readonly ExportedEntry[]> {
  const found = new Map<string, RecordedEntry>();
  for (const chain of new Set(seals.map(({ tenantId }) => tenantId))) {
    const ofChain = seals.filter(({ tenantId }) => tenantId === chain);
    const keys = ofChain.flatMap(({ at, entryIds }) => entryIds.map((id) => ({ at, id })));
    for (const entry of await selectEntries(database, chain, keys)) found.set(entry.id, entry);
  }
  return seals.flatMap(({ tenantId: chain, sequence, hash, entryIds }) =>
    entryIds.flatMap((id) => {
      const entry = found.get(id);
      return entry === undefined ? [] : [{ entry, seal: { chain, sequence, hash } }];
    }),
  );
}
