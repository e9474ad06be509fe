import { alerts } from "./tables.ts";

/** Index: alerts_open. */
export const selectOpenAlerts = alerts.many({ where: "resolved_at IS NULL", orderBy: ["name"] });

export const selectAlert = alerts.one({ by: ["id"] });

/** False if another node has opened it. Index: alerts_open. */
export const insertAlert = alerts.insert({ onConflict: "(name) WHERE resolved_at IS NULL DO NOTHING" });

/** None if another node has resolved it. */
export const resolveAlert = alerts.update({
  by: ["id"],
  where: "resolved_at IS NULL",
  set: ["resolvedAt"],
});

/** Index: alerts_by_end. */
export const deleteAlerts = alerts.remove({
  by: ["resolvedAt <"],
  where: "resolved_at IS NOT NULL",
  limit: 1000,
});
