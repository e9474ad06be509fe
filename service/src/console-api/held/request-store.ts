import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { releaseRequests } from "../tables.ts";
import type { HeldSubject } from "./held-subject.ts";

export const lockRequest = releaseRequests.one({
  by: ["tenantId", "subjectType", "subjectId"],
  lock: "UPDATE",
});

/** Replaces a request for something else. */
export const putRequest = releaseRequests.insert({ onConflict: "replace" });

export const deleteRequest = releaseRequests.remove({ by: ["tenantId", "subjectType", "subjectId"] });

// Index: release_requests_by_subject. Over all tenants: for operators, who have only the id.
const take = statement<RowOf<typeof releaseRequests>>(`
  DELETE FROM release_requests WHERE subject_type = $1 AND subject_id = $2 RETURNING ${releaseRequests.list()}`);

/** Deletes and returns a request; undefined if there is none. */
export function takeRequest(
  tx: Transaction,
  type: HeldSubject["type"],
  id: string,
): Promise<RowOf<typeof releaseRequests> | undefined> {
  return tx.first(take, [type, id]);
}

/** Over all tenants: for operators. Index: release_requests_by_subject. */
export const selectRequests = releaseRequests.many({ by: ["subjectType", "subjectId[]"] });
