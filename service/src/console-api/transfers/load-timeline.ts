import { type RecordedEntry, readAudit } from "../../audit/index.ts";
import { findApplications } from "../../auth/index.ts";
import { selectWorkHistories } from "../../chains/engine/history-store.ts";
import type { Session } from "../../db/database.ts";
import { type Event, listEventsAbout } from "../../events/index.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { parseId, type TenantId } from "../../kernel/id.ts";
import { listRecords } from "../../ledger/index.ts";
import { findAnyPayment, type StoredPayment } from "../../payments/index.ts";
import { selectEntryHistories } from "../../rails/engine/entry-history-store.ts";
import type { Transfer } from "../../transfers/index.ts";
import { findUser } from "../../users/index.ts";
import { type AttemptSummary, listAttempts } from "../../webhooks/index.ts";
import type { KnownUsers } from "./audit-entries.ts";
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
    users: await usersIn(database, audit),
    applications: await applicationsIn(database, tenantId, audit),
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

async function usersIn(database: Session, audit: readonly RecordedEntry[]): Promise<KnownUsers> {
  const ids = audit.flatMap(({ actor }) => (actor.type === "user" ? [actor.id] : []));
  const found = await Promise.all([...new Set(ids)].map((id) => findUser(database, id)));
  return new Map(
    found.flatMap((user) =>
      user === undefined
        ? []
        : [[user.id as string, { name: user.name, isOperator: user.operatorRole !== undefined }]],
    ),
  );
}

function applicationsIn(database: Session, tenantId: TenantId, audit: readonly RecordedEntry[]) {
  const ids = audit.flatMap(({ actor }) => (actor.type === "application" ? [actor.id] : []));
  return findApplications(database, tenantId, [...new Set(ids)]);
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
        subscribers.map((subscriber) =>
          listAttempts(database, {
            tenantId,
            network,
            accountId: subscriber,
            eventId,
            subscriptionId: undefined,
            eventType: undefined,
            status: undefined,
            direction: "before",
            position: undefined,
            limit: maxAttemptsOfEvent,
          }),
        ),
      );
      return [eventId as string, lists.flat()] as const;
    }),
  );
  return new Map(found);
}
