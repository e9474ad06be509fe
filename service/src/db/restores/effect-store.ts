import type { Instant } from "../../kernel/instant.ts";
import type { Session } from "../database.ts";
import { statement } from "../statement.ts";
import type { RowOf } from "../table.ts";
import { recoveredEffects } from "../tables.ts";

type EffectRow = RowOf<typeof recoveredEffects>;
/** A chain or the bank of a network. */
export type EffectPlace = Pick<EffectRow, "network" | "place">;

/**
 * What the database does not know: a transaction on a chain, or an entry in a file that a bank has.
 */
export type NewEffect = Pick<EffectRow, "mark" | "reference" | "detail">;

const insert = recoveredEffects.insertMany({
  of: ["network", "place", "restoreId", "state", "foundAt", "updatedAt"],
  except: ["note"],
  onConflict: "(network, place, mark, reference) DO NOTHING",
});

export async function insertEffects(
  session: Session,
  restoreId: string,
  place: EffectPlace,
  effects: readonly NewEffect[],
  now: Instant,
): Promise<void> {
  await insert(session, { ...place, restoreId, state: "open", foundAt: now, updatedAt: now }, effects);
}

const counts = statement<{ readonly transactions: number; readonly entries: number }>(`
  SELECT (count(DISTINCT reference) FILTER (WHERE place <> 'bank'))::int AS transactions,
    (count(*) FILTER (WHERE place = 'bank'))::int AS entries
  FROM recovered_effects WHERE restore_id = $1`);

export async function countEffects(
  session: Session,
  restoreId: string,
): Promise<{ readonly transactions: number; readonly entries: number }> {
  return (await session.first(counts, [restoreId])) ?? { transactions: 0, entries: 0 };
}

export const selectEffects = recoveredEffects.many({
  by: ["state?"],
  columns: ["network", "place", "mark", "reference", "detail", "state", "note"],
  orderBy: ["network", "place", "reference", "mark"],
  limit: true,
});

/** Without a mark, all of this reference. */
export const closeEffects = recoveredEffects.update({
  by: ["reference", "mark?"],
  where: "state = 'open'",
  set: ["note", "updatedAt"],
  setText: "state = 'closed'",
});

const read = "network, place, mark, reference, detail";

/** Effects of recoveries. */
export const knownEffects = recoveredEffects.view(read);

/**
 * Effects that no operation or entry has adopted. A closed one is adopted, too: it has happened, whatever was decided
 * about it.
 */
export const freeEffects = recoveredEffects.view(read, "state <> 'adopted'");

const adoption = { set: ["updatedAt"], setText: "state = 'adopted'" } as const;

export const adoptMarks = recoveredEffects.update({
  ...adoption,
  by: ["network", "place", "mark[]"],
  where: "state <> 'adopted'",
});

export const adoptEffects = recoveredEffects.updateMany({
  ...adoption,
  of: ["network", "place"],
  where: "recovered_effects.state <> 'adopted'",
});
