import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { platformTenant, type TenantId } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { BankHappening } from "../bank-work.ts";
import { LeaseLostError } from "./bank-lease.ts";
import { batchSize, type EngineDeps, maxToldAtOnce } from "./engine-deps.ts";
import { lockEntries, updateStates } from "./entry-store.ts";
import { itemOf } from "./findings.ts";
import {
  lockWaiting,
  markTold,
  postponeHappening,
  type StoredHappening,
  selectDueHappenings,
} from "./happening-store.ts";
import { answerItems, insertItems } from "./item-store.ts";
import { type Opened, planTelling, type Telling } from "./plan-telling.ts";
import { openHappening } from "./sealed-happening.ts";

/**
 * 7. Tells what has happened to those whom it matters to, one tenant to a transaction, which marks it as told. True when
 * there may be more.
 */
export async function tellHappenings(deps: EngineDeps, bankNow: Instant | undefined): Promise<boolean> {
  const { database, bank, clock } = deps;
  const times = { bankNow, now: clock.now() };
  const due = await selectDueHappenings(database, bank.network, times, batchSize);
  let told = 0;
  for (const group of await inGroups(
    deps,
    due.map((stored) => opened(deps, stored)),
  )) {
    await deps.checkpoint("telling");
    told += await tellOrSplit(deps, group);
    await deps.checkpoint("told");
  }
  return told > 0 && due.length === batchSize;
}

function opened({ keyRing, bank: { network } }: EngineDeps, stored: StoredHappening): Opened {
  return { stored, content: openHappening(keyRing, stored.sealed, { network, id: stored.id }) };
}

interface Group {
  readonly tenantId: TenantId;
  readonly happenings: readonly Opened[];
}

/** Each journal of the ledger is then the only one in its transaction. Money that is nobody's is the platform's for now. */
async function inGroups(deps: EngineDeps, happenings: readonly Opened[]): Promise<readonly Group[]> {
  const owners = await ownersOf(deps, happenings);
  const groups = new Map<TenantId, Opened[]>();
  for (const [index, happening] of happenings.entries()) {
    const tenantId = happening.stored.tenantId ?? owners.get(index);
    if (tenantId === undefined) continue;
    const group = groups.get(tenantId);
    if (group === undefined) groups.set(tenantId, [happening]);
    else group.push(happening);
  }
  return [...groups].flatMap(([tenantId, all]) =>
    chunks(all, maxToldAtOnce).map((some) => ({ tenantId, happenings: some })),
  );
}

/** By the place of the receipt. When nobody can say, receipts wait and everything else is told. */
async function ownersOf(
  { listener, database, bank, onError }: EngineDeps,
  happenings: readonly Opened[],
): Promise<ReadonlyMap<number, TenantId>> {
  const receipts = happenings.flatMap(({ content }, index) =>
    "receipt" in content ? [{ index, receipt: content.receipt }] : [],
  );
  if (receipts.length === 0) return new Map();
  try {
    const owners = await listener.tenantOf(
      database,
      bank.network,
      receipts.map(({ receipt }) => receipt),
    );
    return new Map(receipts.map(({ index }, place) => [index, owners[place] ?? platformTenant]));
  } catch (error) {
    onError(error);
    return new Map();
  }
}

/** What somebody cannot hear must hold up nothing else: of a group that fails, each is told by itself. */
async function tellOrSplit(deps: EngineDeps, group: Group): Promise<number> {
  try {
    await tellGroup(deps, group);
    return group.happenings.length;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    const [only] = group.happenings;
    if (group.happenings.length === 1 && only !== undefined) {
      deps.onError(error);
      await postpone(deps, only.stored);
      return 0;
    }
  }
  let told = 0;
  for (const happening of group.happenings) {
    told += await tellOrSplit(deps, { ...group, happenings: [happening] });
  }
  return told;
}

async function tellGroup(deps: EngineDeps, { tenantId, happenings }: Group): Promise<void> {
  const { database, lease, listener, clock, bank } = deps;
  const { network } = bank;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const ids = happenings.map(({ stored }) => stored.id);
    const waiting = new Set((await lockWaiting(tx, ids)).map(({ id }) => id));
    const heard = happenings.filter(({ stored }) => waiting.has(stored.id));
    if (heard.length === 0) return;
    const entryIds = heard.flatMap(({ stored: { entryId } }) => (entryId === undefined ? [] : [entryId]));
    const telling = planTelling(heard, await lockEntries(tx, tenantId, [...new Set(entryIds)]));
    const now = clock.now();
    await updateStates(tx, tenantId, telling.states, now);
    await markTold(tx, tenantId, telling.outcomes, now);
    await noteItems(deps, tx, { ids, telling }, now);
    const news: readonly BankHappening[] = telling.news;
    if (news.length > 0) await listener.heard(tx, { tenantId, network }, news);
  });
}

async function noteItems(
  { bank: { network }, newId }: EngineDeps,
  tx: Transaction,
  { ids, telling }: { readonly ids: readonly string[]; readonly telling: Telling },
  now: Instant,
): Promise<void> {
  const items = telling.contradictions.map(({ id, type, entryId }) => {
    const detail = `the bank says ${type} of an entry of which it has said something else before`;
    return { ...itemOf("contradiction", id, { entryId, detail }), id: newId<"bank-item">() };
  });
  await insertItems(tx, { network, fileId: undefined, now }, items);
  const keys = ids.map((id) => `untold/${id}`);
  await answerItems(tx, network, { keys, note: "told after all" }, now);
}

const firstRestMs = 1_000;
const maxRestMs = 300_000;
/** After so many times in vain a person is asked as well. */
const patienceInAttempts = 10;

async function postpone(deps: EngineDeps, { id, type, entryId, attempts: before }: StoredHappening) {
  const { database, lease, clock, bank, newId, report } = deps;
  const attempts = before + 1;
  const now = clock.now();
  const retryAt = addMs(now, Math.min(maxRestMs, firstRestMs * 2 ** Math.min(before, 20)));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await postponeHappening(tx, id, { retryAt, now });
    if (attempts < patienceInAttempts) return;
    const detail = `what the bank said (${type}) could not be told in ${attempts} attempts`;
    const item = { ...itemOf("untold", id, { entryId, detail }), id: newId<"bank-item">() };
    await insertItems(tx, { network: bank.network, fileId: undefined, now }, [item]);
  });
  report({ type: "untold", happeningId: id, attempts });
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  assert(size > 0, "a chunk has room");
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
