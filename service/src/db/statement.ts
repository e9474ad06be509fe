import { createHash } from "node:crypto";

/**
 * A SQL text, the name under which each connection prepares it once, and the type of its rows. Columns are in
 * camelCase, and NULL is undefined. `statement.test.ts` compares every row type with the schema.
 */
export interface Statement<Row extends object = object> {
  readonly name: string;
  readonly text: string;
  /** What transactions on Citus run instead, with the same parameters and the same rows. */
  readonly onCitus?: Statement<Row>;
  /**
   * For a statement that changes what decides about transfers: the number of the parameter with the tenant, or that all
   * tenants share it. So does a tenant that is NULL. See `facts-version.ts`.
   */
  readonly changesFacts?: number | "platform";
  /**
   * For a statement that changes audited rows: its transaction records an entry about an object of one of these types.
   * Without types, the change has no entry on purpose. See `audit-guard.ts`.
   */
  readonly audited?: readonly string[];
  /** For the statement that records entries: the number of the parameter with the types of their objects. */
  readonly recordsAudit?: number;
  /** Exists only as a type. */
  readonly row?: Row;
}

export type StatementOptions = Pick<Statement, "changesFacts" | "audited" | "recordsAudit">;

// PostgreSQL truncates names at 63 bytes; 16 hex digits of the hash are unique enough for one service.
const nameLength = 16;

export function statement<Row extends object = object>(
  text: string,
  options: StatementOptions = {},
): Statement<Row> {
  const name = createHash("sha256").update(text).digest("hex").slice(0, nameLength);
  return { name, text, ...options };
}

/** A parameter; null and undefined are NULL. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Buffer
  | Date
  | null
  | undefined
  | readonly (string | number | bigint | boolean | Buffer | Date | null | undefined)[];
