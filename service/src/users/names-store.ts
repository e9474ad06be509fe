import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { UserId } from "../kernel/id.ts";

/** A user's name, and whether the user is an operator. */
export interface NamedUser {
  readonly name: string;
  readonly isOperator: boolean;
}

// By the primary key.
const names = statement<{ readonly id: UserId; readonly name: string; readonly isOperator: boolean }>(`
  SELECT id, name, operator_role IS NOT NULL AS is_operator FROM users WHERE id = ANY ($1::text[])`);

/** By their ids. */
export async function selectNames(
  session: Session,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, NamedUser>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(names, [ids]);
  return new Map(rows.map(({ id, name, isOperator }) => [id, { name, isOperator }]));
}

// Index: users_by_email.
const byEmail = statement<{ readonly id: UserId; readonly name: string }>(
  `SELECT id, name FROM users WHERE lower(email) = lower($1)`,
);

/** The user with this email. */
export function selectByEmail(
  session: Session,
  email: string,
): Promise<{ readonly id: UserId; readonly name: string } | undefined> {
  return session.first(byEmail, [email]);
}
