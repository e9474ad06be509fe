/** Rows are locked in the order of their keys, so that two writers cannot deadlock. */
const addOnConflict = `
    ON CONFLICT (tenant_id, network, series, grain, at, name, detail, asset, bucket) DO UPDATE
      SET count = counted.count + excluded.count, units = counted.units + excluded.units`;

/**
 * SQL of a statement that adds counts to a table of statistics, by hour and by day. `select` has the columns of the
 * table in their order, with the column `grain` where the grain is, and is grouped by all but the last two.
 */
export function addCounts(table: "statistics" | "webhook_statistics", select: string, where: string): string {
  return `
    INSERT INTO ${table} AS counted (tenant_id, network, series, grain, at, name, detail, asset, bucket, count, units)
    ${select}
    CROSS JOIN (VALUES ('hour'), ('day')) AS grains (grain)
    WHERE ${where}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ${addOnConflict}`;
}

/** The start of the UTC hour or day of a timestamp, independently of the time zone of the session. */
export function startOf(grain: string, at: string): string {
  return `date_trunc(${grain}, ${at} AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
}

/**
 * The smallest bucket with a bound of at least that many milliseconds; 0 without a duration. With floats, whose logarithm
 * is fast; less a little, because that of a bound may be slightly too large.
 */
export function bucketOf(ms: string): string {
  return `coalesce(ceil(2 * ln(greatest(${ms}, 1)::double precision) / ln(2::double precision) - 1e-9), 0)::smallint`;
}
