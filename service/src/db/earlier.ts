/**
 * A timestamp of a column, earlier by a parameter in milliseconds. In UTC, because the difference of a timestamptz and
 * an interval depends on the time zone of the session, and Citus refuses such functions of columns in an UPDATE.
 */
export function earlierBy(column: string, parameter: string): string {
  return `(${column} AT TIME ZONE 'UTC' - ${parameter}::double precision * interval '1 millisecond') AT TIME ZONE 'UTC'`;
}
