import type { Session, Transaction } from "../db/database.ts";
import type { RowOf } from "../db/table.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { AccessChange } from "./access-change.ts";
import type { AccessGraph } from "./origins.ts";
import { accessChanges } from "./tables.ts";

const insertChange = accessChanges.insert();

/** Call it in the transaction of the change. */
export function recordAccessChange(
  { newId, clock }: { readonly newId: NewId; readonly clock: Clock },
  tx: Transaction,
  identity: string,
  { kind, origin }: Pick<AccessChange, "kind" | "origin">,
): void {
  const changedBy = "id" in origin ? origin.id : undefined;
  const id = newId<"access-change">();
  const change = { userId: identity, id, kind, origin: origin.type, changedBy, changedAt: clock.now() };
  insertChange.later(tx, change);
}

const selectChanges = accessChanges.many({ by: ["userId[]"], orderBy: ["userId", "changedAt", "id"] });

/** All that is known about these identities, about those who gave or confirmed their access, and so on. */
export async function loadAccessGraph(session: Session, identities: readonly string[]): Promise<AccessGraph> {
  const graph = new Map<string, AccessChange[]>();
  let missing = [...new Set(identities)];
  while (missing.length > 0) {
    for (const identity of missing) graph.set(identity, []);
    const rows = await selectChanges(session, { userId: missing });
    for (const row of rows) graph.get(row.userId)?.push(toChange(row));
    const named = rows.flatMap(({ changedBy }) => changedBy ?? []);
    missing = [...new Set(named)].filter((identity) => !graph.has(identity));
  }
  return graph;
}

function toChange({ kind, origin, changedBy: id, changedAt: at }: RowOf<typeof accessChanges>): AccessChange {
  if (origin !== "user" && origin !== "application") return { kind, origin: { type: origin }, at };
  return { kind, origin: id === undefined ? { type: "unknown" } : { type: origin, id }, at };
}
