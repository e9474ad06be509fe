import { chunks, settleOrSplit } from "../../db/settle-or-split.ts";
import { assert } from "../../kernel/assert.ts";
import { platformTenant, type TenantId } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { type BankEntryState, type BankEvent, effectOf } from "../bank-work.ts";
import {
  lockWaiting,
  markPublished,
  postponeBankEvent,
  type StoredBankEvent,
  selectDueBankEvents,
  type WaitingBankEvent,
} from "./bank-event-store.ts";
import { batchSize, type EngineDeps, maxPublishedAtOnce } from "./engine-deps.ts";
import { lockEntries, updateStates } from "./entry-store.ts";
import { insertItems, newItem, resolveItems } from "./item-store.ts";

/**
 * 7. Publishes bank events to the listener, one tenant per transaction, which marks them as published. True when there
 * may be more.
 */
export async function deliverBankEvents(deps: EngineDeps, bankNow: Instant | undefined): Promise<boolean> {
  const { database, bank, clock, keyRing } = deps;
  const times = { bankNow, now: clock.now(), limit: batchSize };
  const { due, unreadable } = await selectDueBankEvents(keyRing, database, bank.network, times);
  for (const { waiting, error } of unreadable) await postpone(deps, waiting, error);
  let published = 0;
  for (const { tenantId, bankEvents } of await inGroups(deps, due)) {
    await deps.checkpoint("applying");
    published += await settleOrSplit(
      bankEvents,
      (some) => publish(deps, tenantId, some),
      (error, stored) => postpone(deps, stored, error),
    );
    await deps.checkpoint("applied");
  }
  return published > 0 && due.length + unreadable.length === batchSize;
}

interface Group {
  readonly tenantId: TenantId;
  readonly bankEvents: readonly StoredBankEvent[];
}

/** Groups by tenant, so that a transaction has one ledger journal. Unassigned money is the platform's for now. */
async function inGroups(deps: EngineDeps, due: readonly StoredBankEvent[]): Promise<readonly Group[]> {
  const owners = await ownersOf(deps, due);
  const groups = new Map<TenantId, StoredBankEvent[]>();
  for (const stored of due) {
    const tenantId = stored.tenantId ?? owners.get(stored.id);
    if (tenantId === undefined) continue;
    const group = groups.get(tenantId);
    if (group === undefined) groups.set(tenantId, [stored]);
    else group.push(stored);
  }
  return [...groups].flatMap(([tenantId, all]) =>
    chunks(all, maxPublishedAtOnce).map((bankEvents) => ({ tenantId, bankEvents })),
  );
}

/** Owner by id of the event. If the lookup fails, incoming payments wait and everything else is published. */
async function ownersOf(
  { listener, database, bank, onError }: EngineDeps,
  due: readonly StoredBankEvent[],
): Promise<ReadonlyMap<string, TenantId>> {
  const received = due.flatMap(({ id, event }) =>
    event.type === "received" ? [{ id, incomingPayment: event.incomingPayment }] : [],
  );
  if (received.length === 0) return new Map();
  const incomingPayments = received.map(({ incomingPayment }) => incomingPayment);
  try {
    const owners = await listener.tenantOf(database, bank.network, incomingPayments);
    return new Map(received.map(({ id }, index) => [id, owners[index] ?? platformTenant]));
  } catch (error) {
    onError(error);
    return new Map();
  }
}

async function publish(
  deps: EngineDeps,
  tenantId: TenantId,
  bankEvents: readonly StoredBankEvent[],
): Promise<void> {
  const { database, lease, listener, clock } = deps;
  const { network } = deps.bank;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const ids = bankEvents.map(({ id }) => id);
    const waiting = new Set((await lockWaiting(tx, { id: ids })).map(({ id }) => id));
    const due = bankEvents.filter(({ id }) => waiting.has(id));
    if (due.length === 0) return;
    const entryIds = due.flatMap(({ event }) => (event.type === "received" ? [] : [event.entry.id]));
    const entries = await lockEntries(tx, { tenantId, id: [...new Set(entryIds)] });
    const states = new Map(entries.map(({ id, state }) => [id, state]));
    const { published, changed, outcomes, contradictions } = planDelivery(due, states);
    const now = clock.now();
    const moved = [...changed].map(([id, state]) => ({ id, state, updatedAt: now }));
    await updateStates(tx, { tenantId }, moved);
    const finished = [...outcomes].map(([id, state]) => ({ id, state, tenantId, updatedAt: now }));
    await markPublished(tx, finished);
    await insertItems(deps, tx, { network, fileId: undefined, now }, contradictions.map(contradictionItem));
    const key = ids.map((id) => `unapplied_event/${id}`);
    await resolveItems(tx, { network, key, note: "published later", updatedAt: now });
    if (published.length > 0) await listener.heard(tx, { tenantId, network }, published);
  });
}

/** Events to publish, and the resulting changes. */
export interface DeliveryPlan {
  readonly published: readonly BankEvent[];
  /** New states of entries. */
  readonly changed: ReadonlyMap<string, BankEntryState>;
  readonly outcomes: ReadonlyMap<string, "applied" | "superseded">;
  readonly contradictions: readonly StoredBankEvent[];
}

/** In the order reported by the bank; each event sees the entry as the previous one left it. */
export function planDelivery(
  bankEvents: readonly StoredBankEvent[],
  states: ReadonlyMap<string, BankEntryState>,
): DeliveryPlan {
  const published: BankEvent[] = [];
  const changed = new Map<string, BankEntryState>();
  const outcomes = new Map<string, "applied" | "superseded">();
  const contradictions: StoredBankEvent[] = [];
  for (const stored of bankEvents) {
    const { id, event } = stored;
    if (event.type !== "received" && event.type !== "notification_of_change") {
      const state = changed.get(event.entry.id) ?? states.get(event.entry.id);
      assert(state !== undefined, "an event of an entry needs the entry");
      const effect = effectOf(state, event.type);
      if (effect !== "applies") {
        outcomes.set(id, "superseded");
        if (effect === "contradicts") contradictions.push(stored);
        continue;
      }
      changed.set(event.entry.id, event.type);
    }
    outcomes.set(id, "applied");
    published.push(event);
  }
  return { published, changed, outcomes, contradictions };
}

function contradictionItem({ id, type, entryId }: StoredBankEvent) {
  const detail = `bank event ${type} contradicts an earlier event of the entry`;
  return newItem("contradiction", id, { entryId, detail });
}

const firstRestMs = 1_000;
const maxRestMs = 300_000;
/** After this many failures, an item for manual review is raised, too. */
const patienceInAttempts = 10;

async function postpone(deps: EngineDeps, waiting: WaitingBankEvent, error: unknown): Promise<void> {
  deps.onError(error);
  const { database, lease, clock, bank, report } = deps;
  const { id, type, entryId } = waiting;
  const attempts = waiting.attempts + 1;
  const now = clock.now();
  const retryAt = addMs(now, Math.min(maxRestMs, firstRestMs * 2 ** Math.min(waiting.attempts, 20)));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await postponeBankEvent(tx, { id, retryAt, updatedAt: now });
    if (attempts < patienceInAttempts) return;
    const detail = `bank event ${type} could not be applied in ${attempts} attempts`;
    const item = newItem("unapplied_event", id, { entryId, detail });
    await insertItems(deps, tx, { network: bank.network, fileId: undefined, now }, [item]);
  });
  report({ type: "unapplied_event", bankEventId: id, attempts });
}
