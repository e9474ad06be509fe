import { readAudit } from "../../audit/index.ts";
import { selectWorkHistories } from "../../chains/engine/history-store.ts";
import type { Session } from "../../db/database.ts";
import { type Event, listEventsAbout } from "../../events/index.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { parseId } from "../../kernel/id.ts";
import { listRecords } from "../../ledger/index.ts";
import { findAnyPayment, type StoredPayment } from "../../payments/index.ts";
import { selectEntryHistories } from "../../rails/engine/entry-store.ts";
import { loadKnownActors } from "../../reports/index.ts";
import type { Transfer } from "../../transfers/index.ts";
import { type AttemptSummary, attemptList } from "../../webhooks/index.ts";
import { operationsOf } from "./chain-transactions.ts";
import type { TimelineFacts } from "./timeline.ts";

export interface LoadTimelineDeps {
  readonly database: Session;
  readonly keyRing: KeyRing;
}

const maxAuditEntries = 500;
const maxRecords = 200;
const maxEvents = 50;
const maxAttemptsOfEvent = 50;

/** Loads all data of a transfer, each part through the public API of its module. */
export async function loadTimeline(deps: LoadTimelineDeps, transfer: Transfer): Promise<TimelineFacts> {
  const { database } = deps;
  const { tenantId, network, id } = transfer;
  const audit = await readAudit(database, { tenantId, subjectId: id, limit: maxAuditEntries });
  const paymentIds = paymentIdsOf(transfer);
  const about = { ids: [id, ...paymentIds], limit: maxEvents };
  const events = await listEventsAbout(database, { tenantId, network }, about);
  return {
    transfer,
    audit: audit.toReversed(),
    ...(await loadKnownActors(
      database,
      audit.map(({ actor }) => actor),
    )),
    records: await listRecords(database, transfer, { prefix: `transfer/${id}/`, limit: maxRecords }),
    works: await selectWorkHistories(
      database,
      operationsOf(transfer).map(({ workId }) => workId),
    ),
    payments: await paymentsOf(deps, paymentIds),
    bankEntries: await selectEntryHistories(database, tenantId, paymentIds),
    events,
    attempts: await attemptsOf(database, transfer, events),
  };
}

function paymentIdsOf({ source, destination }: Transfer): readonly string[] {
  return [source, destination].flatMap((end) => (end.medium === "bank" ? (end.paymentId ?? []) : []));
}

/** A transfer has at most one payment on each side. */
async function paymentsOf(
  { database, keyRing }: LoadTimelineDeps,
  ids: readonly string[],
): Promise<readonly StoredPayment[]> {
  const found = await Promise.all(ids.map((id) => findAnyPayment({ keyRing }, database, id)));
  return found.flatMap((payment) => payment ?? []);
}

/** To every notified account: its own, and the managing account. */
async function attemptsOf(
  database: Session,
  { tenantId, network, accountId }: Transfer,
  events: readonly Event[],
): Promise<ReadonlyMap<string, readonly AttemptSummary[]>> {
  const managing = parseId<"account">(tenantId);
  const subscribers = [...new Set([accountId, managing ?? accountId])];
  const found = await Promise.all(
    events.map(async ({ id: eventId }) => {
      const lists = await Promise.all(
        subscribers.map((subscriber) => {
          const filters = { tenantId, network, accountId: subscriber, eventId };
          return attemptList.read(database, filters, { direction: "before", limit: maxAttemptsOfEvent });
        }),
      );
      return [eventId as string, lists.flatMap(({ items }) => items)] as const;
    }),
  );
  return new Map(found);
}
