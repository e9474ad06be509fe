import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { savedViews } from "../tables.ts";

/** Filters and order of a list under a name, for one user or for all of the tenant. */
export type SavedView = RowOf<typeof savedViews>;

// Index: saved_views_by_list.
const ofUser = statement<SavedView>(`
  SELECT ${savedViews.list()} FROM saved_views WHERE tenant_id = $1 AND list = $2 AND (is_shared OR user_id = $3)
  ORDER BY id LIMIT $4`);

/** Those of the user, and the shared ones. */
export function selectViews(
  session: Session,
  { tenantId, list, userId }: Pick<SavedView, "tenantId" | "list" | "userId">,
  limit: number,
): Promise<readonly SavedView[]> {
  return session.rows(ofUser, [tenantId, list, userId, limit]);
}

export const insertView = savedViews.insert();

// Primary key.
const remove = statement<Pick<SavedView, "name">>(
  `DELETE FROM saved_views WHERE id = $1 AND tenant_id = $2 AND (user_id = $3 OR (is_shared AND $4::boolean))
  RETURNING name`,
  { audited: ["saved_view"] },
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
