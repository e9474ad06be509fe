import { boolean, jsonb, numeric, optional, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Id, Network, TenantId, UserId } from "../kernel/id.ts";
import type { HeldSubject } from "./held/held-subject.ts";
import type { WorkKind, WorkNote } from "./work/work-store.ts";

/** Releases of held funds that await dual approval. */
export const releaseRequests = table({
  name: "release_requests",
  owner: "console-api",
  place: "distributed",
  key: ["tenantId", "subjectType", "subjectId"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    subjectType: text<HeldSubject["type"]>(),
    subjectId: text(),
    target: optional(text()),
    cents: numeric(),
    subjectUpdatedAt: timestamptz(),
    requestedBy: text<UserId>(),
    reason: text(),
    requestedAt: timestamptz(),
  },
});

/** Filters and order of a list that users saved under a name. */
export const savedViews = table({
  name: "saved_views",
  owner: "console-api",
  place: "coordinator",
  key: ["id"],
  audited: ["saved_view"],
  columns: {
    id: text<Id<"saved-view">>(),
    /** The platform for a view of operators. */
    tenantId: text<TenantId>(),
    list: text(),
    userId: text<UserId>(),
    name: text(),
    query: text(),
    isShared: boolean(),
    createdAt: timestamptz(),
  },
});

/** Assignee, due time and notes of items that operators work on. */
export const workItems = table({
  name: "work_items",
  owner: "console-api",
  place: "coordinator",
  key: ["kind", "objectId"],
  columns: {
    kind: text<WorkKind>(),
    objectId: text(),
    assigneeId: optional(text<UserId>()),
    dueAt: optional(timestamptz()),
    notes: jsonb<readonly WorkNote[]>(),
    updatedAt: timestamptz(),
  },
});
