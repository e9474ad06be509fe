import { assert } from "../kernel/assert.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { snakeCase } from "../kernel/letter-case.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Column, Columns, TableSpec, Verb } from "./column.ts";
import type { Session, Transaction } from "./database.ts";
import { type SqlValue, type Statement, type StatementOptions, statement } from "./statement.ts";

type Values = Readonly<Record<string, unknown>>;
type Encode = (values: Values) => SqlValue;
type Names = readonly string[];

/** What the methods of `Table` take, without the names of columns. */
interface Spec {
  readonly by?: Names;
  readonly where?: string;
  readonly orderBy?: Names;
  readonly columns?: Names;
  readonly limit?: true | number;
  readonly lock?: string;
  readonly except?: Names;
  readonly onConflict?: string;
  readonly of?: Names;
  readonly set?: Names;
  readonly setText?: string;
  readonly changesNoDecision?: boolean;
  readonly audited?: Names;
  readonly returning?: Names;
}

interface Composed {
  readonly statement: Statement;
  readonly valuesOf: (values: Values) => readonly SqlValue[];
}

interface Change extends Composed {
  readonly isReturning: boolean;
  readonly lists: Names;
}

/** Collects the parameters of a statement; each is given by its name. */
function parameters(columns: Columns) {
  const names: string[] = [];
  const encoders: Encode[] = [];
  const add = (name: string, encode: Encode): string => {
    names.push(name);
    encoders.push(encode);
    return `$${names.length}`;
  };
  return {
    value: (name: string): string => {
      const encode = encoderOf(columnIn(columns, name).type);
      return add(name, (values) => encode(values[name]));
    },
    /** As `value`, of its type even where the statement does not say it. */
    typed: (name: string): string => {
      const { type } = columnIn(columns, name);
      const encode = encoderOf(type);
      return `${add(name, (values) => encode(values[name]))}::${type}`;
    },
    list: (name: string): string => {
      const { type } = columnIn(columns, name);
      const encode = encoderOf(type);
      const place = add(name, (values) => (values[name] as readonly unknown[]).map(encode));
      return `${place}::${type}[]`;
    },
    number: (name: string): string => add(name, (values) => values[name] as number),
    /** One list for each column of `rows`. */
    ofRows: (name: string): string => {
      const { type } = columnIn(columns, name);
      const isArray = type.endsWith("[]");
      const encode = isArray ? literalOf : encoderOf(type);
      const place = add(name, ({ rows }) => (rows as readonly Values[]).map((row) => encode(row[name])));
      return `${place}::${isArray ? "text" : type}[]`;
    },
    names,
    compose: (sql: string, options: StatementOptions = {}): Composed => ({
      statement: statement(sql, options),
      valuesOf: (values) => encoders.map((encode) => encode(values)),
    }),
  };
}

type Parameters = ReturnType<typeof parameters>;

function columnIn(columns: Columns, name: string): Column {
  const found = columns[name];
  assert(found !== undefined, `${name} is a column`);
  return found;
}

type Scalar = Exclude<SqlValue, readonly unknown[]>;

function encoderOf(type: string): (value: unknown) => Scalar {
  const encode = encodings[type];
  if (encode === undefined) return (value) => value as Scalar;
  return (value) => (value === undefined || value === null ? undefined : encode(value));
}

const encodings: Readonly<Record<string, (value: unknown) => string>> = {
  timestamptz: (value) => formatInstant(value as Instant),
  jsonb: (value) => JSON.stringify(value),
  json: (value) => JSON.stringify(value),
};

/** A list has no lists as members: each is sent as its text. */
function literalOf(value: unknown): Scalar {
  return value === undefined ? undefined : arrayLiteral(value as Extract<SqlValue, readonly unknown[]>);
}

const condition = /^(\w+)(\[\]|\?| (?:is|ignoring case|<|<=|>|>=|<>))?$/;

function conditionText(each: string, given: Parameters): string {
  const [, name = "", operator = "="] = condition.exec(each) ?? [];
  assert(name !== "", `${each} is a condition`);
  const column = snakeCase(name);
  if (operator === "[]") return `${column} = ANY (${given.list(name)})`;
  if (operator === " ignoring case") return `lower(${column}) = lower(${given.value(name)})`;
  if (operator === " is") return `${column} IS NOT DISTINCT FROM ${given.value(name)}`;
  if (operator !== "?") return `${column} ${operator.trim()} ${given.value(name)}`;
  const place = given.typed(name);
  return `(${place} IS NULL OR ${column} = ${place.replace(/::.*/, "")})`;
}

function whereText({ by = [], where }: Spec, given: Parameters): string {
  const texts = by.map((each) => conditionText(each, given));
  if (where !== undefined) texts.push(by.length > 0 && / OR /.test(where) ? `(${where})` : where);
  return texts.length === 0 ? "" : ` WHERE ${texts.join(" AND ")}`;
}

function columnList(names: Names, prefix = ""): string {
  return names.map((name) => `${prefix}${snakeCase(name)}`).join(", ");
}

type Declared = TableSpec<Columns, string>;

/** The methods of a table, without their types. */
export function statementsOf(declared: Declared) {
  const of =
    <Made>(make: (declared: Declared, spec: Spec) => Made) =>
    (spec: Spec = {}) =>
      make(declared, spec);
  return {
    list: (prefix?: string) =>
      columnList(Object.keys(declared.columns), prefix === undefined ? "" : `${prefix}.`),
    view: (columns: string, where?: string) =>
      `(SELECT ${columns} FROM ${declared.name}${where === undefined ? "" : ` WHERE ${where}`})`,
    one: of(one),
    many: of(many),
    count: of(count),
    exists: of(exists),
    insert: of(insert),
    insertMany: of(insertMany),
    update: of((_, spec) => writing(updated(declared, spec), (changed) => changed)),
    updateOne: of(updateOne),
    updateMany: of(updateMany),
    remove: of(remove),
  };
}

function select({ name, columns }: Declared, what: string, spec: Spec) {
  const given = parameters(columns);
  const { orderBy = [], limit, lock } = spec;
  const parts = [
    `SELECT ${what} FROM ${name}${whereText(spec, given)}`,
    orderBy.length === 0 ? "" : `ORDER BY ${orderBy.map(snakeOrder).join(", ")}`,
    limitText(limit, given),
    lock === undefined ? "" : `FOR ${lock}`,
  ];
  return { ...given.compose(parts.filter((part) => part !== "").join(" ")), lists: listsIn(spec) };
}

function selectRows(declared: Declared, spec: Spec) {
  return select(declared, columnList(spec.columns ?? Object.keys(declared.columns)), spec);
}

function one(declared: Declared, spec: Spec) {
  const read = selectRows(declared, spec.orderBy === undefined ? spec : { ...spec, limit: 1 });
  return calling(read, (session, values) => session.first(read.statement, read.valuesOf(values)));
}

function many(declared: Declared, spec: Spec) {
  const read = selectRows(declared, spec);
  return calling(read, async (session, values) =>
    isEmpty(read.lists, values) ? [] : session.rows(read.statement, read.valuesOf(values)),
  );
}

function count(declared: Declared, spec: Spec) {
  const read = select(declared, "count(*)::integer AS count", spec);
  return calling(read, async (session, values) => {
    const row = await session.first(read.statement, read.valuesOf(values));
    return (row as { readonly count: number }).count;
  });
}

function exists(declared: Declared, spec: Spec) {
  const read = select(declared, "true AS found", { ...spec, limit: 1 });
  return calling(
    read,
    async (session, values) => (await session.first(read.statement, read.valuesOf(values))) !== undefined,
  );
}

/** The parameter with the tenant whose facts change. */
function factsOf({ name, facts }: Declared, verb: Verb, names: Names, { changesNoDecision = false }: Spec) {
  if (facts === undefined || changesNoDecision || !facts.changedBy.includes(verb)) return {};
  if (facts.of === "platform") return { changesFacts: "platform" as const };
  const place = names.indexOf(facts.of);
  assert(place !== -1, `a statement that changes ${name} names its ${facts.of}`);
  return { changesFacts: place + 1 };
}

function changing(declared: Declared, verb: Verb, given: Parameters, spec: Spec, sql: string): Change {
  const { returning } = spec;
  const text =
    returning === undefined ? sql : `${sql} RETURNING ${columnList(returning, `${declared.name}.`)}`;
  const { audited = declared.audited } = spec;
  const facts = factsOf(declared, verb, given.names, spec);
  const composed = given.compose(text, audited === undefined ? facts : { ...facts, audited });
  return { ...composed, isReturning: returning !== undefined, lists: listsIn(spec) };
}

function storedColumns({ columns }: Declared, { except = [] }: Spec): Names {
  return Object.keys(columns).filter((name) => columns[name]?.isGenerated !== true && !except.includes(name));
}

function insertText({ name, key }: Declared, names: Names, from: string, { onConflict }: Spec): string {
  return `INSERT INTO ${name} (${columnList(names)}) ${from}${conflictText(key, names, onConflict)}`;
}

function insert(declared: Declared, spec: Spec) {
  const given = parameters(declared.columns);
  const names = storedColumns(declared, spec);
  const sql = insertText(declared, names, `VALUES (${names.map(given.value).join(", ")})`, spec);
  return writing(changing(declared, "INSERT", given, spec, sql), (inserted) => inserted === 1);
}

function insertMany(declared: Declared, spec: Spec) {
  const { columns } = declared;
  const { of = [] } = spec;
  const given = parameters(columns);
  const ofRows = storedColumns(declared, spec).filter((name) => !of.includes(name));
  const scope = of.map(given.typed);
  const source = unnestText(ofRows, given, "inserted");
  const values = [...scope, ...ofRows.map((name) => memberText(columns, name, ""))];
  const sql = insertText(declared, [...of, ...ofRows], `SELECT ${values.join(", ")} FROM ${source}`, spec);
  return writingRows(changing(declared, "INSERT", given, spec, sql), of.length > 0);
}

function updated(declared: Declared, spec: Spec): Change {
  const { set = [], setText } = spec;
  const given = parameters(declared.columns);
  const changes = set.map((name) => `${snakeCase(name)} = ${given.value(name)}`);
  if (setText !== undefined) changes.push(setText);
  const sql = `UPDATE ${declared.name} SET ${changes.join(", ")}${whereText(spec, given)}`;
  return changing(declared, "UPDATE", given, spec, sql);
}

function updateOne(declared: Declared, spec: Spec) {
  return writing(updated(declared, spec), (changed) =>
    assert(changed === 1, `exactly one row of ${declared.name} is updated`),
  );
}

function updateMany(declared: Declared, spec: Spec) {
  const { name: table, columns, key } = declared;
  const { set = [], setText, of = [], where } = spec;
  const given = parameters(columns);
  const scope = of.map((name) => `${table}.${snakeCase(name)} = ${given.value(name)}`);
  const keys = key.filter((name) => !of.includes(name));
  const source = unnestText([...keys, ...set], given, "changed");
  const changes = set.map((name) => `${snakeCase(name)} = ${memberText(columns, name, "changed.")}`);
  if (setText !== undefined) changes.push(setText);
  const found = keys.map((name) => `${table}.${snakeCase(name)} = changed.${snakeCase(name)}`);
  const conditions = [...scope, ...found, ...(where === undefined ? [] : [where])];
  const sql = `UPDATE ${table} SET ${changes.join(", ")} FROM ${source} WHERE ${conditions.join(" AND ")}`;
  return writingRows(changing(declared, "UPDATE", given, spec, sql), of.length > 0);
}

function remove(declared: Declared, spec: Spec) {
  const { name, columns, key } = declared;
  const given = parameters(columns);
  const { limit, orderBy = [] } = spec;
  const where = whereText(spec, given);
  const keys = columnList(key);
  const order = orderBy.length === 0 ? "" : ` ORDER BY ${orderBy.map(snakeOrder).join(", ")}`;
  const some = `(${keys}) IN (SELECT ${keys} FROM ${name}${where}${order} ${limitText(limit, given)})`;
  const sql = `DELETE FROM ${name}${limit === undefined ? where : ` WHERE ${some}`}`;
  return writing(changing(declared, "DELETE", given, spec, sql), (removed) => removed);
}

function snakeOrder(each: string): string {
  return each.endsWith(" DESC") ? `${snakeCase(each.slice(0, -" DESC".length))} DESC` : snakeCase(each);
}

function limitText(limit: true | number | undefined, given: Parameters): string {
  if (limit === undefined) return "";
  return `LIMIT ${limit === true ? given.number("limit") : limit}`;
}

function conflictText(key: Names, names: Names, onConflict: string | undefined): string {
  if (onConflict === undefined) return "";
  if (onConflict !== "replace") return ` ON CONFLICT ${onConflict}`;
  const others = names.filter((name) => !key.includes(name)).map(snakeCase);
  return ` ON CONFLICT (${columnList(key)}) DO UPDATE SET ${others.map((each) => `${each} = excluded.${each}`).join(", ")}`;
}

function unnestText(names: Names, given: Parameters, alias: string): string {
  return `unnest(${names.map(given.ofRows).join(", ")}) AS ${alias} (${columnList(names)})`;
}

function memberText(columns: Columns, name: string, prefix: string): string {
  const { type } = columnIn(columns, name);
  return `${prefix}${snakeCase(name)}${type.endsWith("[]") ? `::${type}` : ""}`;
}

function listsIn({ by = [] }: Spec): Names {
  return by.filter((each) => each.endsWith("[]")).map((each) => each.slice(0, -2));
}

function isEmpty(lists: Names, values: Values): boolean {
  return lists.some((name) => (values[name] as readonly unknown[]).length === 0);
}

function calling<Result>(
  { statement }: Composed,
  call: (session: Session, values: Values) => Promise<Result>,
) {
  return Object.assign((session: Session, values: Values = {}) => call(session, values), { statement });
}

function writing<Result>(change: Change, resultOf: (count: number) => Result) {
  const { statement, valuesOf } = change;
  return Object.assign(
    async (session: Session, values: Values = {}) => {
      const result = await run(session, change, values);
      return typeof result === "number" ? resultOf(result) : result;
    },
    { statement, later: (tx: Transaction, values: Values) => tx.later(statement, valuesOf(values)) },
  );
}

function writingRows(change: Change, isScoped: boolean) {
  const call = async (session: Session, scope: Values, rows: readonly Values[]) => {
    if (rows.length === 0) return change.isReturning ? [] : 0;
    return run(session, change, { ...scope, rows });
  };
  return Object.assign(
    isScoped ? call : (session: Session, rows: readonly Values[]) => call(session, {}, rows),
    { statement: change.statement },
  );
}

function run(
  session: Session,
  { statement, valuesOf, isReturning, lists }: Change,
  values: Values,
): Promise<number | readonly object[]> {
  if (isEmpty(lists, values)) return Promise.resolve(isReturning ? [] : 0);
  return isReturning ? session.rows(statement, valuesOf(values)) : session.run(statement, valuesOf(values));
}
