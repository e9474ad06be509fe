import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { BucketPolicy, BucketState, TokenRequest } from "./rate-limit.ts";
import { rateBuckets } from "./tables.ts";

const micro = 1_000_000;

// By the primary key, in its order, so that two nodes cannot deadlock. A bucket that is new is full. Tokens that are
// owed were used already and may leave the bucket below zero. N tokens per second are N millionths per microsecond.
const take = statement<{ readonly key: Buffer; readonly granted: bigint; readonly microTokens: bigint }>(`
  WITH requested AS MATERIALIZED (
    SELECT decode(key, 'hex') AS key, owed, further
      FROM jsonb_to_recordset($1::jsonb) AS request (key text, owed bigint, further bigint))
  INSERT INTO rate_buckets AS bucket (key, micro_tokens, granted, refilled_at)
  SELECT key, $2::bigint - ${micro} * (owed + least(further, greatest(0, $2::bigint / ${micro} - owed))),
         least(further, greatest(0, $2::bigint / ${micro} - owed)), clock_timestamp()
    FROM requested ORDER BY key
  ON CONFLICT (key) DO UPDATE SET (micro_tokens, granted, refilled_at) = (
    SELECT level - ${micro} * (owed + grantable), grantable, greatest(bucket.refilled_at, clock_timestamp())
      FROM requested,
           LATERAL (SELECT least($2::bigint, bucket.micro_tokens + $3::bigint *
             greatest(0, extract(epoch FROM clock_timestamp() - bucket.refilled_at) * ${micro})::bigint) AS level) AS refilled,
           LATERAL (SELECT least(further, greatest(0, level / ${micro} - owed)) AS grantable) AS decided
     WHERE requested.key = excluded.key)
  RETURNING key, granted, micro_tokens`);

/** Takes tokens of several callers from their buckets, which all nodes share. */
export async function takeTokens(
  session: Session,
  policy: BucketPolicy,
  requests: readonly TokenRequest[],
): Promise<readonly BucketState[]> {
  const rows = await session.rows(take, [
    JSON.stringify(requests),
    BigInt(policy.burst * micro),
    BigInt(policy.perSecond),
  ]);
  return rows.map(({ key, granted, microTokens }) => ({
    key: key.toString("hex"),
    granted: Number(granted),
    tokens: Number(microTokens) / micro,
  }));
}

/** Deletes buckets without requests since: by then they are full, as a new one is. Index: rate_buckets_by_refill. */
export const deleteBucketsBefore = rateBuckets.remove({ by: ["refilledAt <"], limit: true });
