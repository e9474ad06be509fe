import type { Static, TSchema } from "typebox";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { camelCase } from "../kernel/letter-case.ts";
import { formatAmount, type Money } from "../kernel/money.ts";

/**
 * Presents a value by its schema: the member `created_at` is the property `createdAt`, an instant becomes RFC 3339, money
 * a decimal string, and absent is null. Properties that the schema does not have are left out.
 */
export function present<Schema extends TSchema>(
  schema: Schema,
  value: Presentable<Static<Schema>>,
): Static<Schema> {
  return presentValue(schema, value) as Static<Schema>;
}

/** What `present` accepts for a response: the same in camel case, with instants and money. */
export type Presentable<Response> = unknown extends Response
  ? unknown
  : Response extends null
    ? null | undefined
    : Response extends string
      ? string extends Response
        ? string | Instant | Money
        : Response
      : Response extends readonly (infer Item)[]
        ? readonly Presentable<Item>[]
        : Response extends object
          ? { readonly [Name in keyof Response as CamelCase<Name & string>]: Presentable<Response[Name]> }
          : Response;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The keywords of JSON Schema that matter here. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly type?: unknown;
  readonly format?: unknown;
}

function presentValue(shape: Shape, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const { properties, items, anyOf } = shape;
  if (anyOf !== undefined) return presentValue(anyOf.find(({ type }) => type !== "null") ?? {}, value);
  if (items !== undefined && Array.isArray(value)) return value.map((item) => presentValue(items, item));
  if (typeof value === "number" && shape.format === "date-time") return formatInstant(value as Instant);
  if (typeof value !== "object") return value;
  if (properties !== undefined) return presentMembers(properties, value as Readonly<Record<string, unknown>>);
  return isMoney(value) ? formatAmount(value) : value;
}

function presentMembers(
  properties: Readonly<Record<string, Shape>>,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, presentValue(shape, value[camelCase(name)])]),
  );
}

function isMoney(value: object): value is Money {
  return "units" in value && typeof value.units === "bigint" && "asset" in value;
}
