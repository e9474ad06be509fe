import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { platformTenant, type TenantId } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { BankEvent } from "../bank-work.ts";
import {
  lockWaiting,
  markReported,
  postponeBankEvent,
  type StoredBankEvent,
  selectDueBankEvents,
} from "./bank-event-store.ts";
import { LeaseLostError } from "./bank-lease.ts";
import { batchSize, type EngineDeps, maxReportedAtOnce } from "./engine-deps.ts";
import { lockEntries, updateStates } from "./entry-store.ts";
import { itemOf } from "./findings.ts";
import { insertItems, replyItems } from "./item-store.ts";
import { type BankEventPlan, type Opened, planBankEvents } from "./plan-bank-events.ts";
import { openBankEvent } from "./sealed-bank-event.ts";

/**
 * 7. Publishes bank events to the listener, one tenant per transaction, which marks them as published. True when there
 * may be more.
 */
export async function applyBankEventsToPayments(
  deps: EngineDeps,
  bankNow: Instant | undefined,
): Promise<boolean> {
  const { database, bank, clock } = deps;
  const times = { bankNow, now: clock.now() };
  const due = await selectDueBankEvents(database, bank.network, times, batchSize);
  let reported = 0;
  for (const group of await inGroups(
    deps,
    due.map((stored) => opened(deps, stored)),
  )) {
    await deps.checkpoint("applying");
    reported += await applyOrSplit(deps, group);
    await deps.checkpoint("applied");
  }
  return reported > 0 && due.length === batchSize;
}

function opened({ keyRing, bank: { network } }: EngineDeps, stored: StoredBankEvent): Opened {
  return { stored, content: openBankEvent(keyRing, stored.sealed, { network, id: stored.id }) };
}

interface Group {
  readonly tenantId: TenantId;
  readonly bankEvents: readonly Opened[];
}

/** Groups by tenant, so that a transaction has one ledger journal. Unassigned money is the platform's for now. */
async function inGroups(deps: EngineDeps, bankEvents: readonly Opened[]): Promise<readonly Group[]> {
  const owners = await ownersOf(deps, bankEvents);
  const groups = new Map<TenantId, Opened[]>();
  for (const [index, bankEvent] of bankEvents.entries()) {
    const tenantId = bankEvent.stored.tenantId ?? owners.get(index);
    if (tenantId === undefined) continue;
    const group = groups.get(tenantId);
    if (group === undefined) groups.set(tenantId, [bankEvent]);
    else group.push(bankEvent);
  }
  return [...groups].flatMap(([tenantId, all]) =>
    chunks(all, maxReportedAtOnce).map((bankEvents) => ({ tenantId, bankEvents })),
  );
}

/** Owner by index of the event. If the lookup fails, incoming payments wait and everything else is published. */
async function ownersOf(
  { listener, database, bank, onError }: EngineDeps,
  bankEvents: readonly Opened[],
): Promise<ReadonlyMap<number, TenantId>> {
  const incomingPayments = bankEvents.flatMap(({ content }, index) =>
    "incomingPayment" in content ? [{ index, incomingPayment: content.incomingPayment }] : [],
  );
  if (incomingPayments.length === 0) return new Map();
  try {
    const owners = await listener.tenantOf(
      database,
      bank.network,
      incomingPayments.map(({ incomingPayment }) => incomingPayment),
    );
    return new Map(incomingPayments.map(({ index }, place) => [index, owners[place] ?? platformTenant]));
  } catch (error) {
    onError(error);
    return new Map();
  }
}

/** If a batch fails, retry its events one by one so that a poison event cannot block the rest. */
async function applyOrSplit(deps: EngineDeps, group: Group): Promise<number> {
  try {
    await applyGroup(deps, group);
    return group.bankEvents.length;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    const [only] = group.bankEvents;
    if (group.bankEvents.length === 1 && only !== undefined) {
      deps.onError(error);
      await postpone(deps, only.stored);
      return 0;
    }
  }
  let reported = 0;
  for (const bankEvent of group.bankEvents) {
    reported += await applyOrSplit(deps, { ...group, bankEvents: [bankEvent] });
  }
  return reported;
}

async function applyGroup(deps: EngineDeps, { tenantId, bankEvents }: Group): Promise<void> {
  const { database, lease, listener, clock, bank } = deps;
  const { network } = bank;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const ids = bankEvents.map(({ stored }) => stored.id);
    const waiting = new Set((await lockWaiting(tx, ids)).map(({ id }) => id));
    const heard = bankEvents.filter(({ stored }) => waiting.has(stored.id));
    if (heard.length === 0) return;
    const entryIds = heard.flatMap(({ stored: { entryId } }) => (entryId === undefined ? [] : [entryId]));
    const notification = planBankEvents(heard, await lockEntries(tx, tenantId, [...new Set(entryIds)]));
    const now = clock.now();
    await updateStates(tx, tenantId, notification.states, now);
    await markReported(tx, tenantId, notification.outcomes, now);
    await noteItems(deps, tx, { ids, notification }, now);
    const update: readonly BankEvent[] = notification.update;
    if (update.length > 0) await listener.heard(tx, { tenantId, network }, update);
  });
}

async function noteItems(
  { bank: { network }, newId }: EngineDeps,
  tx: Transaction,
  { ids, notification }: { readonly ids: readonly string[]; readonly notification: BankEventPlan },
  now: Instant,
): Promise<void> {
  const items = notification.contradictions.map(({ id, type, entryId }) => {
    const detail = `bank event ${type} contradicts an earlier event of the entry`;
    return { ...itemOf("contradiction", id, { entryId, detail }), id: newId<"bank-item">() };
  });
  await insertItems(tx, { network, fileId: undefined, now }, items);
  const keys = ids.map((id) => `unapplied_event/${id}`);
  await replyItems(tx, network, { keys, note: "published later" }, now);
}

const firstRestMs = 1_000;
const maxRestMs = 300_000;
/** After this many failures, an item for manual review is raised, too. */
const patienceInAttempts = 10;

async function postpone(deps: EngineDeps, { id, type, entryId, attempts: before }: StoredBankEvent) {
  const { database, lease, clock, bank, newId, report } = deps;
  const attempts = before + 1;
  const now = clock.now();
  const retryAt = addMs(now, Math.min(maxRestMs, firstRestMs * 2 ** Math.min(before, 20)));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await postponeBankEvent(tx, id, { retryAt, now });
    if (attempts < patienceInAttempts) return;
    const detail = `bank event ${type} could not be applied in ${attempts} attempts`;
    const item = { ...itemOf("unapplied_event", id, { entryId, detail }), id: newId<"bank-item">() };
    await insertItems(tx, { network: bank.network, fileId: undefined, now }, [item]);
  });
  report({ type: "unapplied_event", bankEventId: id, attempts });
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  assert(size > 0, "the chunk size must be positive");
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
