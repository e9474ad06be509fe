import type { Business } from "./open-business.ts";
import {
  selectDelivered,
  selectEffectRows,
  selectEntryStates,
  selectPaymentOwners,
  selectReturns,
  selectTransferIds,
  selectWorkIds,
} from "./restore-store.ts";

export interface RestoreSights {
  /** Transactions and bank entries that were found by the recovery, and what became of them. */
  readonly adopted: number;
  readonly open: number;
  readonly adoptedEntries: number;
}

/** What must hold after a recovery, by the chains, the bank, and the database that was lost. */
export async function faultsAfterRestore(
  before: Business,
  after: Business,
  { isEnd }: { readonly isEnd: boolean },
): Promise<readonly string[]> {
  return [...(await faultsOnChains(before, after, isEnd)), ...(await faultsAtBank(before, after))];
}

async function faultsOnChains(before: Business, after: Business, isEnd: boolean): Promise<readonly string[]> {
  const effects = await selectEffectRows(after.database);
  const lost = new Set(await selectWorkIds(before.database));
  const works = new Set(await selectWorkIds(after.database));
  const faults: string[] = [];
  for (const { place, mark, reference, state } of effects.filter((effect) => effect.place !== "bank")) {
    const shown = [...after.chains].find(([name]) => name === place)?.[1].effects.get(reference);
    if (shown?.operation?.reference !== mark)
      faults.push(`${reference} was reported, and is not on ${place}`);
    if (!lost.has(mark)) faults.push(`${reference} was reported, and its operation ${mark} never existed`);
    if (state === "open" && (await isDone(after, mark))) faults.push(`${mark} is done, and still reported`);
  }
  const reported = new Set(effects.map(({ reference }) => reference));
  for (const chain of after.chains.values())
    for (const { transactionId, operation } of chain.effects.values()) {
      if (operation === undefined || works.has(operation.reference) || reported.has(transactionId)) continue;
      // Included after the recovery: found when it is final.
      if (!isEnd && chain.guarded.has(operation.reference)) continue;
      faults.push(`${transactionId} is on a chain, and was neither found nor reported`);
    }
  return faults;
}

async function isDone({ database }: Business, workId: string): Promise<boolean> {
  return (await selectWorkIds(database, "done")).includes(workId);
}

/** No entry is at the bank twice, and no transfer that was restored has paid out under two ids. */
async function faultsAtBank(before: Business, after: Business): Promise<readonly string[]> {
  const delivered = await selectDelivered(after.database, ["taken"]);
  const shown = new Set(await selectDelivered(after.database, ["taken", "refused"]));
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const id of delivered) {
    if (seen.has(id)) faults.push(`entry ${id} was delivered to the bank twice`);
    seen.add(id);
  }
  const reported = (await selectEffectRows(after.database)).filter(({ place }) => place === "bank");
  const isOpen = new Map(reported.map(({ mark, state }) => [mark, state === "open"]));
  const states = await selectEntryStates(after.database);
  const lost = await selectEntryStates(before.database);
  for (const id of seen)
    if (!states.has(id) && isOpen.get(id) !== true)
      faults.push(`entry ${id} is at the bank, and was neither found nor reported`);
  for (const [id, isStillOpen] of isOpen) {
    if (!shown.has(id) || !lost.has(id)) faults.push(`entry ${id} was reported, and is not at the bank`);
    const state = states.get(id);
    if (isStillOpen && state !== undefined && state !== "queued")
      faults.push(`entry ${id} is ${state}, and still reported`);
  }
  const transfers = new Set(await selectTransferIds(after.database));
  const ownersBefore = await selectPaymentOwners(before.database);
  const ownersAfter = await selectPaymentOwners(after.database);
  const bySubject = new Map<string, string>();
  for (const id of seen) {
    const owner = ownersAfter.get(id) ?? ownersBefore.get(id);
    if (owner === undefined || !transfers.has(owner)) continue;
    const other = bySubject.get(owner);
    if (other !== undefined) faults.push(`transfer ${owner} has the payments ${other} and ${id} at the bank`);
    bySubject.set(owner, id);
  }
  return [...faults, ...(await faultsOfReturns(before, after, seen))];
}

/** A return that failed is repeated under the next id; the ids are the same before and after the restore. */
async function faultsOfReturns(
  before: Business,
  after: Business,
  delivered: ReadonlySet<string>,
): Promise<readonly string[]> {
  const idsOf = async ({ database }: Business) => {
    const ids = new Map<string, readonly string[]>();
    for (const [id, reference] of await selectReturns(database))
      if (delivered.has(id)) ids.set(reference, [...(ids.get(reference) ?? []), id]);
    return ids;
  };
  const earlier = await idsOf(before);
  return [...(await idsOf(after))].flatMap(([reference, later]) => {
    const lost = earlier.get(reference) ?? [];
    const distinct = new Set([...later, ...lost]);
    return distinct.size > Math.max(later.length, lost.length) ? [`${reference} was returned twice`] : [];
  });
}

export async function sightsOf(_before: Business, after: Business): Promise<RestoreSights> {
  const effects = await selectEffectRows(after.database);
  const count = (state: string, isBank: boolean): number =>
    effects.filter((effect) => effect.state === state && (effect.place === "bank") === isBank).length;
  return {
    adopted: count("adopted", false),
    open: count("open", false),
    adoptedEntries: count("adopted", true),
  };
}
