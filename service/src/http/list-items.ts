import type { TSchema } from "typebox";

/** An item of a list, as its endpoint presents it. */
export type ListItem = Readonly<Record<string, unknown>>;

/** Name and schema of the items: the first array of the response. */
export function memberOf(response: TSchema | undefined): readonly [name: string, item: TSchema] {
  for (const [name, schema] of Object.entries(propertiesOf(response))) {
    const item = itemsOf(schema);
    if (item !== undefined) return [name, item];
  }
  throw new Error("the response has no list");
}

/** The parts of an item that are one value, as paths of names: an object has those of its members. */
export function columnsOf(item: TSchema, path: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(propertiesOf(item)).flatMap(([name, schema]) => {
    const place = [...path, name];
    if (Object.keys(propertiesOf(schema)).length > 0) return columnsOf(schema, place);
    const items = itemsOf(schema);
    const isValues = items === undefined || Object.keys(propertiesOf(items)).length === 0;
    return isValues && !isMap(schema) ? [place] : [];
  });
}

/** A value of an item as a cell; the values of an array are separated by spaces. */
export function cellOf(item: ListItem, path: readonly string[]): string {
  const value = path.reduce<unknown>(
    (within, name) =>
      typeof within === "object" && within !== null ? (within as ListItem)[name] : undefined,
    item,
  );
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}

interface AnySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly patternProperties?: object;
}

/** Of an object, also of one that may be null. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  const { properties, anyOf = [] } = (schema ?? {}) as AnySchema;
  if (properties !== undefined) return properties;
  return anyOf.map(propertiesOf).find((each) => Object.keys(each).length > 0) ?? {};
}

function itemsOf(schema: TSchema): TSchema | undefined {
  return (schema as AnySchema).items;
}

function isMap(schema: TSchema): boolean {
  return (schema as AnySchema).patternProperties !== undefined;
}
