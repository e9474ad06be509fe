import type { TSchema } from "typebox";
import type { ApiRequest, Route } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";

/** An item of a list, as its endpoint presents it. */
export type ListItem = Readonly<Record<string, unknown>>;

export interface ListBody {
  readonly pagination?: {
    readonly page_size?: number;
    readonly next: string | null;
    readonly prev?: string | null;
    readonly has_more?: boolean;
  };
  /** Of a list that is not paged: false if it was cut. */
  readonly is_complete?: boolean;
  /** The items, under the name of their member. */
  readonly [member: string]: unknown;
}

const itemsAtOnce = 100;

export interface ListPage {
  readonly items: readonly ListItem[];
  /** Whether the list ends here: not if it was cut, even if its endpoint has no more. */
  readonly isLast: boolean;
  /** A page that is not the last one may be short, or empty: few items match, and many were read to find them. */
  readonly isFull: boolean;
}

/** The pages of a list with a request's filters, read through its own endpoint. */
export async function* pagesOf(route: Route, request: ApiRequest, query: object): AsyncGenerator<ListPage> {
  const { work } = route;
  assert(work.kind === "read", "a list is read");
  const [member] = memberOf(route);
  const first = { ...request.page(), size: itemsAtOnce, direction: "after" as const };
  let position: string | undefined;
  do {
    const page = { ...first, position };
    const given = { ...query, "page[size]": itemsAtOnce };
    const { body } = await work.handle({ ...request, query: given, page: () => page });
    const list = body as ListBody;
    const items = itemsIn(list, member);
    const next = list.pagination?.has_more === false ? null : (list.pagination?.next ?? null);
    position = next === null ? undefined : first.positionOf(next);
    const isLast = position === undefined && list.is_complete !== false;
    yield { items, isLast, isFull: items.length >= itemsAtOnce };
  } while (position !== undefined);
}

export function itemsIn(body: ListBody, member: string): readonly ListItem[] {
  return (body[member] ?? []) as readonly ListItem[];
}

/** Name and schema of the items: the first array of the response. */
export function memberOf({ responses, operationId }: Route): readonly [name: string, item: TSchema] {
  const members = Object.entries(propertiesOf(responses[200]?.schema));
  for (const [name, schema] of members) {
    const item = itemsOf(schema);
    if (item !== undefined) return [name, item];
  }
  throw new Error(`${operationId} returns no list`);
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
