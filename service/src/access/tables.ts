import { optional, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import type { AccessChange, AccessOrigin } from "./access-change.ts";

/** Who gave, renewed, widened or confirmed the access of users and applications. */
export const accessChanges = table({
  name: "access_changes",
  owner: "access",
  place: "coordinator",
  key: ["userId", "id"],
  columns: {
    /** Whose access it is: a user, or an application. */
    userId: text(),
    id: text<Id<"access-change">>(),
    kind: text<AccessChange["kind"]>(),
    changedBy: optional(text()),
    changedAt: timestamptz(),
    origin: text<AccessOrigin["type"]>(),
  },
});
