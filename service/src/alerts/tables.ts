import { optional, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AlertId, Severity } from "./alert.ts";

/** Alerts to operators. */
export const alerts = table({
  name: "alerts",
  owner: "alerts",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<AlertId>(),
    name: text(),
    severity: text<Severity>(),
    /** Without amounts, names of customers or secrets: it leaves the deployment. */
    summary: text(),
    openedAt: timestamptz(),
    resolvedAt: optional(timestamptz()),
  },
});
