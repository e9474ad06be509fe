import { bigint, numeric, smallint, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Network, TenantId } from "../kernel/id.ts";

const counted = {
  tenantId: text<TenantId>(),
  network: text<Network>(),
  series: text(),
  grain: text(),
  at: timestamptz(),
  name: text(),
  detail: text(),
  asset: text(),
  bucket: smallint(),
  count: bigint(),
  units: numeric(),
};

/** Counts and sums by hour and day; those of the event feed and of the journal can be rebuilt. */
export const statistics = table({
  name: "statistics",
  owner: "statistics",
  place: "distributed",
  key: ["tenantId", "network", "series", "grain", "at", "name", "detail", "asset", "bucket"],
  columns: counted,
});

/** Delivery attempts of webhooks, which writes them where its queues are. */
export const webhookStatistics = table({
  name: "webhook_statistics",
  owner: "statistics",
  place: "local",
  key: ["tenantId", "network", "series", "grain", "at", "name", "detail", "asset", "bucket"],
  columns: counted,
});

/** Last number of each log that is in the statistics. */
export const statisticsPositions = table({
  name: "statistics_positions",
  owner: "statistics",
  place: "distributed",
  key: ["tenantId", "network", "log"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    log: text(),
    position: bigint(),
  },
});
