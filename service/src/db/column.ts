import type { Instant } from "../kernel/instant.ts";

/** A column: its type in PostgreSQL, and that of its values in the code, with undefined for NULL. */
export interface Column<Value = unknown> {
  readonly type: string;
  readonly isOptional: boolean;
  /** The database computes it. */
  readonly isGenerated?: boolean;
  /** For what the master key seals: the context of a value, by the key of its row. */
  readonly contextOf?: (key: never) => string;
  /** A sealed value whose row is deleted after some days keeps its key until then. */
  readonly expires?: boolean;
  /** Columns of the context beside the key of the row. */
  readonly contextColumns?: readonly string[];
  /** Exists only as a type. */
  readonly value?: Value;
}

export interface GeneratedColumn<Value> extends Column<Value> {
  readonly isGenerated: true;
}

export type Columns = Readonly<Record<string, Column>>;

const column = <Value>(type: string): Column<Value> => ({ type, isOptional: false });
export const text = <Value extends string = string>() => column<Value>("text");
export const textArray = <Value extends string = string>() => column<readonly Value[]>("text[]");
export const boolean = () => column<boolean>("boolean");
export const smallint = <Value extends number = number>() => column<Value>("smallint");
export const integer = <Value extends number = number>() => column<Value>("integer");
export const bigint = () => column<bigint>("bigint");
export const bigintArray = () => column<readonly bigint[]>("bigint[]");
/** Money, in the smallest units. */
export const numeric = () => column<bigint>("numeric");
export const numericArray = () => column<readonly bigint[]>("numeric[]");
export const timestamptz = () => column<Instant>("timestamptz");
export const date = () => column<string>("date");
export const bytea = () => column<Buffer>("bytea");
export const byteaArray = () => column<readonly Buffer[]>("bytea[]");
export const jsonb = <Value>() => column<Value>("jsonb");
export const json = <Value>() => column<Value>("json");

/** Bytes that the master key seals. `florin admin keys rewrap` seals them again under the next one. */
export function sealed<Key>(
  contextOf: (key: Key) => string,
  options: Pick<Column, "expires" | "contextColumns"> = {},
): Column<Buffer> {
  return { ...column<Buffer>("bytea"), contextOf, ...options };
}

export function optional<Value>(from: Column<Value>): Column<Value | undefined> {
  return { ...from, isOptional: true };
}

export function generated<Value>(from: Column<Value>): GeneratedColumn<Value> {
  return { ...from, isGenerated: true };
}

/**
 * Where the rows of a table are when Citus distributes the database.
 * `distributed`: in shards on the workers, by `tenant_id`, all tables of a tenant on the same worker.
 * `coordinator`: one table on the coordinator. Citus knows it, so that a transaction that writes to it and to a shard
 * commits in two phases.
 * `local`: as before, unknown to Citus, which then plans nothing. A transaction that writes to it writes to no shard,
 * or calls `commitInTwoPhases`.
 */
export type Place = "distributed" | "coordinator" | "local";

export type Verb = "INSERT" | "UPDATE" | "DELETE";

export interface TableSpec<C extends Columns, Key extends keyof C> {
  readonly name: string;
  /** The module whose statements may name the table. */
  readonly owner: string;
  readonly place: Place;
  readonly key: readonly (Key & string)[];
  readonly columns: C;
  /**
   * Types of objects in the audit log: a transaction that changes rows records an entry about one of these. Undefined if
   * changes of the table have no entries.
   */
  readonly audited?: readonly string[];
  /**
   * What changes a decision about transfers that was possible before, and the tenant of it: such a statement names it
   * (`changesFacts`), so that its transaction changes the version; see `facts-version.ts`. A new account or address
   * changes no decision.
   */
  readonly facts?: { readonly of: (keyof C & string) | "platform"; readonly changedBy: readonly Verb[] };
}
