import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Id, UserId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { UsersDeps } from "./users-deps.ts";

/** An invitation that was accepted, a role that was changed, or a password that was reset. */
export interface AccessChange {
  readonly kind: "invited" | "role" | "reset";
  /** The user who made it; undefined for the service itself, and for an operator at the command line. */
  readonly by: UserId | undefined;
  readonly at: Instant;
}

const insertOne = statement(`
  INSERT INTO access_changes (user_id, id, kind, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5::timestamptz)`);

/** Call it in the transaction of the change. */
export function recordAccessChange(
  { newId, clock }: Pick<UsersDeps, "newId" | "clock">,
  tx: Transaction,
  userId: UserId,
  { kind, by }: Pick<AccessChange, "kind" | "by">,
): void {
  const id: Id<"access-change"> = newId();
  tx.later(insertOne, [userId, id, kind, by, formatInstant(clock.now())]);
}

/** The user behind a change, if there is one. */
export function changedBy({ actor }: Cause): UserId | undefined {
  return actor.type === "user" ? actor.id : undefined;
}

// Primary key.
const selectMany = statement<AccessChange & { readonly userId: UserId }>(`
  SELECT user_id, kind, changed_by AS by, changed_at AS at FROM access_changes
  WHERE user_id = ANY ($1::text[]) ORDER BY user_id, id`);

export async function selectAccessChanges(
  session: Session,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly AccessChange[]>> {
  const rows = await session.rows(selectMany, [userIds]);
  return new Map(userIds.map((userId) => [userId, rows.filter((row) => row.userId === userId)]));
}
