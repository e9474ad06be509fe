import type { Columns, TableSpec } from "./column.ts";
import type { Session, Transaction } from "./database.ts";
import type { Statement } from "./statement.ts";
import { statementsOf } from "./table-statements.ts";

type Row<C extends Columns> = { readonly [Name in keyof C]: Required<C[Name]>["value"] };

/** A row as the statements of a table return it. */
export type RowOf<T extends { readonly columns: Columns }> = Row<T["columns"]>;

/**
 * A name alone is a column that equals the argument; `[]` takes a list, `?` holds for undefined, too, and for `is`
 * undefined is equal to NULL.
 */
type Operator = "" | "[]" | "?" | " is" | " ignoring case" | " <" | " <=" | " >" | " >=" | " <>";
type Condition<C extends Columns> = `${keyof C & string}${Operator}`;
type NameIn<By extends string> = By extends `${infer Name}[]` | `${infer Name}?` | `${infer Name} ${string}`
  ? Name
  : By;
type Keys<C extends Columns, By extends string> = {
  readonly [Each in Exclude<By, `${string}?`> as NameIn<Each>]: Argument<Sought<C, NameIn<Each>>, Each>;
} & { readonly [Each in Extract<By, `${string}?`> as NameIn<Each>]?: Sought<C, NameIn<Each>> | undefined };
type Argument<Value, Each extends string> = Each extends `${string}[]`
  ? readonly Value[]
  : Each extends `${string} is`
    ? Value | undefined
    : Value;
/** One may ask for an id that does not exist, but only in a known tenant. */
type Sought<C extends Columns, Name> = Name extends keyof C ? Loose<NonNullable<Row<C>[Name]>, Name> : never;
type Loose<Value, Name> = Value extends string ? (Name extends "tenantId" ? Value : string) : Value;

type Inserted<C extends Columns, Except extends PropertyKey> = {
  readonly [Name in Exclude<RequiredNames<C>, Except | GeneratedNames<C>>]: Row<C>[Name];
} & { readonly [Name in Exclude<keyof C, Except | GeneratedNames<C> | RequiredNames<C>>]?: Row<C>[Name] };
type GeneratedNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends { readonly isGenerated: true } ? Name : never;
}[keyof C];
type RequiredNames<C extends Columns> = {
  [Name in keyof C]: undefined extends Row<C>[Name] ? never : Name;
}[keyof C];

interface Selection<C extends Columns, By extends string> {
  /** Conditions with an argument, all of which must hold. */
  readonly by?: readonly By[];
  /** A further condition, without arguments, such as that of a partial index. */
  readonly where?: string;
  readonly orderBy?: readonly (`${keyof C & string}` | `${keyof C & string} DESC`)[];
}

interface ReadSpec<C extends Columns, By extends string, Name extends keyof C, Lock = unknown>
  extends Selection<C, By> {
  /** All, unless this names some. */
  readonly columns?: readonly (Name & string)[];
  /** After `FOR`. */
  readonly lock?: Lock & LockMode;
}

type LockMode =
  | "UPDATE"
  | "NO KEY UPDATE"
  | "SHARE"
  | "KEY SHARE"
  | "UPDATE SKIP LOCKED"
  | "NO KEY UPDATE SKIP LOCKED";

/** Locks last until a transaction ends. */
type SessionFor<Lock> = Lock extends string ? Transaction : Session;

interface InsertSpec<Except, Of> {
  /** Columns that keep their default. */
  readonly except?: readonly Except[];
  /** What follows `ON CONFLICT`; `replace` overwrites the row with the same key. */
  readonly onConflict?: string;
  /** Columns that all rows share, given once: on Citus, rows are sent to the shard of one tenant. */
  readonly of?: readonly Of[];
}

interface WriteOptions {
  /** A statement that changes facts, but no decision that was possible before. */
  readonly changesNoDecision?: boolean;
  /** Empty for a write to an audited table that has no entry on purpose. */
  readonly audited?: readonly [];
}

type Call<S extends Session, Arguments extends readonly unknown[], Result> = ((
  session: S,
  ...args: Arguments
) => Promise<Result>) & { readonly statement: Statement };

type Write<Argument, Result> = Call<Session, Given<Argument>, Result> & {
  /** As `Transaction.later`. */
  later(tx: Transaction, argument: Argument): void;
};

interface Returning<Name> {
  /** Instead of a count: these columns of each row that was written. */
  readonly returning?: readonly Name[];
}

type Written<C extends Columns, Argument, Name extends PropertyKey, Result> = [Name] extends [never]
  ? Write<Argument, Result>
  : Call<Session, Given<Argument>, ReturnedRows<C, Name>>;
type ReturnedRows<C extends Columns, Name extends PropertyKey> = readonly Pick<Row<C>, Name & keyof C>[];

/** Without conditions there is no argument. */
type Given<Conditions> = keyof Conditions extends never ? [] : [Conditions];
type Limited<Limit> = Limit extends true ? { readonly limit: number } : unknown;

/**
 * A table is declared once, with its columns. Its methods make statements when a module is loaded, and return the
 * functions that run them. What names an index, locks in a special way or is on a hot path is written as text instead.
 */
export interface Table<C extends Columns = Columns, Key extends keyof C = keyof C> extends TableSpec<C, Key> {
  /** Names of columns, for statements that are written as text. */
  list(prefix?: string): string;
  /**
   * A read model for statements of other modules: some columns, and the rows that they may see. PostgreSQL makes it part
   * of the statement, which uses indexes as with the table.
   */
  view(columns: string, where?: string): string;
  /** With an order, the first row. */
  one<const By extends Condition<C> = never, Name extends keyof C = keyof C, const Lock = undefined>(
    spec: ReadSpec<C, By, Name, Lock>,
  ): Call<SessionFor<Lock>, Given<Keys<C, By>>, Pick<Row<C>, Name> | undefined>;
  many<
    const By extends Condition<C> = never,
    Name extends keyof C = keyof C,
    const Limit = undefined,
    const Lock = undefined,
  >(
    spec: ReadSpec<C, By, Name, Lock> & { readonly limit?: Limit & (true | number) },
  ): Call<SessionFor<Lock>, Given<Keys<C, By> & Limited<Limit>>, readonly Pick<Row<C>, Name>[]>;
  count<const By extends Condition<C> = never>(
    spec: Selection<C, By>,
  ): Call<Session, Given<Keys<C, By>>, number>;
  exists<const By extends Condition<C> = never>(
    spec: Selection<C, By>,
  ): Call<Session, Given<Keys<C, By>>, boolean>;
  /** Whether the row was inserted. */
  insert<const Except extends keyof C & string = never, const Name extends keyof C & string = never>(
    spec?: Omit<InsertSpec<Except, never>, "of"> & WriteOptions & Returning<Name>,
  ): Written<C, Inserted<C, Except>, Name, boolean>;
  /** How many rows were inserted. */
  insertMany<
    const Except extends keyof C & string = never,
    const Of extends keyof C & string = never,
    const Name extends keyof C & string = never,
  >(
    spec?: InsertSpec<Except, Of> & WriteOptions & Returning<Name>,
  ): Call<
    Session,
    [...Given<Pick<Row<C>, Of>>, readonly Inserted<C, Except | Of>[]],
    [Name] extends [never] ? number : ReturnedRows<C, Name>
  >;
  /** How many rows were updated. */
  update<
    const By extends Condition<C> = never,
    const Set extends keyof C & string = never,
    const Name extends keyof C & string = never,
  >(
    spec: Selection<C, By> & Changes<Set> & WriteOptions & Returning<Name>,
  ): Written<C, Keys<C, By> & Pick<Row<C>, Set>, Name, number>;
  /** Exactly one row is updated. */
  updateOne<const By extends Condition<C>, const Set extends keyof C & string = never>(
    spec: Selection<C, By> & Changes<Set> & WriteOptions,
  ): Write<Keys<C, By> & Pick<Row<C>, Set>, void>;
  /** Finds rows by their keys. Conditions and further changes may name the values of a row as `changed`. */
  updateMany<
    const Set extends keyof C & string = never,
    const Of extends keyof C & string = never,
    const Name extends keyof C & string = never,
  >(
    spec: Changes<Set> &
      WriteOptions &
      Returning<Name> & { readonly where?: string; readonly of?: readonly Of[] },
  ): Call<
    Session,
    [...Given<Pick<Row<C>, Of>>, readonly Pick<Row<C>, Exclude<Key | Set, Of>>[]],
    [Name] extends [never] ? number : ReturnedRows<C, Name>
  >;
  /** How many rows were deleted. With a limit, the next call goes on. */
  remove<
    const By extends Condition<C> = never,
    const Limit = undefined,
    const Name extends keyof C & string = never,
  >(
    spec: Selection<C, By> & WriteOptions & Returning<Name> & { readonly limit?: Limit & (true | number) },
  ): Written<C, Keys<C, By> & Limited<Limit>, Name, number>;
}

interface Changes<Set> {
  /** Columns that get the argument of their name. */
  readonly set?: readonly Set[];
  /** Further changes, without arguments. */
  readonly setText?: string;
}

export function table<const C extends Columns, const Key extends keyof C & string>(
  spec: TableSpec<C, Key>,
): Table<C, Key> {
  return { ...spec, ...statementsOf(spec as unknown as TableSpec<Columns, string>) } as unknown as Table<
    C,
    Key
  >;
}
