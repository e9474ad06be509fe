import {
  bigint,
  boolean,
  bytea,
  jsonb,
  optional,
  sealed,
  smallint,
  text,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Network, TenantId } from "../kernel/id.ts";

export function responseContext({
  tenantId,
  callerId,
  key,
}: {
  readonly tenantId: string;
  readonly callerId: string;
  readonly key: string;
}): string {
  return `idempotency_records/${tenantId}/${callerId}/${key}`;
}

/** Stored responses for idempotent replays, deleted after the retention period. */
export const idempotencyRecords = table({
  name: "idempotency_records",
  owner: "http",
  place: "distributed",
  key: ["tenantId", "applicationId", "key"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    applicationId: text(),
    key: text(),
    fingerprint: bytea(),
    status: optional(smallint()),
    headers: optional(jsonb<Readonly<Record<string, string>>>()),
    body: optional(sealed(responseContext, { expires: true })),
    sealed: boolean(),
    createdAt: timestamptz(),
  },
});

/** Token buckets of rate limits. */
export const rateBuckets = table({
  name: "rate_buckets",
  owner: "http",
  place: "local",
  key: ["key"],
  columns: {
    key: bytea(),
    microTokens: bigint(),
    granted: bigint(),
    refilledAt: timestamptz(),
  },
});
