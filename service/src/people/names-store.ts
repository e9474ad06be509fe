import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { PersonId } from "../kernel/id.ts";

// By the primary key.
const names = statement(`SELECT id, name FROM people WHERE id = ANY ($1::text[])`);

/** How people are called, by their ids. */
export async function selectNames(
  session: Session,
  ids: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows<{ readonly id: PersonId; readonly name: string }>(names, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
