import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { PersonId } from "../kernel/id.ts";

/** How somebody is called, and whether it is one of those who run the service. */
export interface NamedPerson {
  readonly name: string;
  readonly isOperator: boolean;
}

// By the primary key.
const names = statement(`
  SELECT id, name, operator_role IS NOT NULL AS is_operator FROM people WHERE id = ANY ($1::text[])`);

/** By their ids. */
export async function selectNames(
  session: Session,
  ids: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, NamedPerson>> {
  if (ids.length === 0) return new Map();
  type Row = { readonly id: PersonId; readonly name: string; readonly is_operator: boolean };
  const rows = await session.rows<Row>(names, [ids]);
  return new Map(rows.map(({ id, name, is_operator: isOperator }) => [id, { name, isOperator }]));
}

// Index: people_by_email.
const byEmail = statement(`SELECT id, name FROM people WHERE lower(email) = lower($1)`);

/** Whoever has the e-mail. */
export function selectByEmail(
  session: Session,
  email: string,
): Promise<{ readonly id: PersonId; readonly name: string } | undefined> {
  return session.first(byEmail, [email]);
}
