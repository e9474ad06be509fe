import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id, TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

/** Filters and order of a list under a name, for one user or for all of the tenant. */
export interface SavedView {
  readonly id: Id<"saved-view">;
  /** The platform for a view of operators. */
  readonly tenantId: TenantId;
  readonly list: string;
  readonly userId: UserId;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  readonly createdAt: Instant;
}

const columns = "id, tenant_id, list, user_id, name, query, is_shared, created_at";

// Index: saved_views_by_list.
const ofUser = statement<SavedView>(`
  SELECT ${columns} FROM saved_views WHERE tenant_id = $1 AND list = $2 AND (is_shared OR user_id = $3)
  ORDER BY id LIMIT $4`);

/** Those of the user, and the shared ones. */
export function selectViews(
  session: Session,
  { tenantId, list, userId }: Pick<SavedView, "tenantId" | "list" | "userId">,
  limit: number,
): Promise<readonly SavedView[]> {
  return session.rows(ofUser, [tenantId, list, userId, limit]);
}

const insert = statement(`
  INSERT INTO saved_views (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz)`);

export async function insertView(tx: Transaction, view: SavedView): Promise<void> {
  const { id, tenantId, list, userId, name, query, isShared, createdAt } = view;
  await tx.run(insert, [id, tenantId, list, userId, name, query, isShared, formatInstant(createdAt)]);
}

// Primary key.
const remove = statement<Pick<SavedView, "name">>(
  `DELETE FROM saved_views WHERE id = $1 AND tenant_id = $2 AND (user_id = $3 OR (is_shared AND $4::boolean))
  RETURNING name`,
);

interface ViewRemoval {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly userId: UserId;
  /** Shared views are removed, too, also those of other users, who may have left. */
  readonly mayShare: boolean;
}

/** Undefined if there is no such view that the user may remove. */
export function deleteView(
  tx: Transaction,
  { id, tenantId, userId, mayShare }: ViewRemoval,
): Promise<Pick<SavedView, "name"> | undefined> {
  return tx.first(remove, [id, tenantId, userId, mayShare]);
}
