import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Id, NewId } from "../kernel/id.ts";
import { type Clock, formatInstant, type Instant } from "../kernel/instant.ts";
import type { AccessChange, AccessOrigin } from "./access-change.ts";
import type { AccessGraph } from "./origins.ts";

const insertOne = statement(`
  INSERT INTO access_changes (user_id, id, kind, origin, changed_by, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz)`);

/** Call it in the transaction of the change. */
export function recordAccessChange(
  { newId, clock }: { readonly newId: NewId; readonly clock: Clock },
  tx: Transaction,
  identity: string,
  { kind, origin }: Pick<AccessChange, "kind" | "origin">,
): void {
  const id: Id<"access-change"> = newId();
  const by = "id" in origin ? origin.id : undefined;
  tx.later(insertOne, [identity, id, kind, origin.type, by, formatInstant(clock.now())]);
}

interface AccessChangeRow {
  readonly identity: string;
  readonly kind: AccessChange["kind"];
  readonly origin: AccessOrigin["type"];
  readonly by: string | undefined;
  readonly at: Instant;
}

// Primary key.
const selectMany = statement<AccessChangeRow>(`
  SELECT user_id AS identity, kind, changed_by AS by, changed_at AS at, origin
  FROM access_changes WHERE user_id = ANY ($1::text[]) ORDER BY user_id, changed_at, id`);

/** All that is known about these identities, about those who gave or confirmed their access, and so on. */
export async function loadAccessGraph(session: Session, identities: readonly string[]): Promise<AccessGraph> {
  const graph = new Map<string, AccessChange[]>();
  let missing = [...new Set(identities)];
  while (missing.length > 0) {
    for (const identity of missing) graph.set(identity, []);
    const rows = await session.rows(selectMany, [missing]);
    for (const row of rows) graph.get(row.identity)?.push(toChange(row));
    const named = rows.flatMap(({ by }) => (by === undefined ? [] : [by]));
    missing = [...new Set(named)].filter((identity) => !graph.has(identity));
  }
  return graph;
}

function toChange({ kind, origin, by, at }: AccessChangeRow): AccessChange {
  if (origin !== "user" && origin !== "application") return { kind, origin: { type: origin }, at };
  return { kind, origin: by === undefined ? { type: "unknown" } : { type: origin, id: by }, at };
}
