import { createHash } from "node:crypto";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import { type Rewrite, withoutCursors } from "./aliases.ts";
import { type Json, type Part, partOf } from "./part.ts";

export interface ReadOptions {
  readonly document: OpenApiDocument;
  /** Sends a GET request as a user or an application that may read everything. */
  readonly get: (target: string) => Promise<Response>;
  /** Values of path parameters that no list has. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly leftOut: ReadonlySet<string>;
  readonly rewrite: Rewrite;
}

const cursorPattern = /(page\[(?:after|before)\])=[^&]+/;
const itemsOfList = 3;
const pageSize = "3";
const searches = ["1", "R01", "Wilhelmina", "12.34"];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: ParameterSchema;
}

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: ParameterSchema;
  readonly format?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

interface Operation {
  readonly template: string;
  readonly queries: readonly Parameter[];
}

type Item = Readonly<Record<string, unknown>>;

/**
 * Every GET operation, at the first items of the lists above it: without a query, a second page and back, and with each
 * value of each filter and order.
 */
export async function recordReads({ document, get, known, leftOut, rewrite }: ReadOptions): Promise<Part> {
  const lists = new Map<string, readonly Item[]>();
  const entries: (readonly [string, string, Json])[] = [];
  const read = async (template: string, target: string): Promise<unknown> => {
    const { shown, body } = await get(target)
      .then((response) => responseOf(response, rewrite))
      .catch(() => ({ shown: "interrupted", body: undefined }));
    entries.push([
      `GET ${template}`,
      rewrite(decodeURIComponent(target).replace(cursorPattern, "$1=<cursor>")),
      shown,
    ]);
    return body;
  };
  for (const { template, queries } of operationsOf(document, leftOut)) {
    const paths = pathsOf(template, known, lists);
    if (paths.length === 0) entries.push(["not reached", template, true]);
    for (const path of paths) {
      const base = baseQuery(queries);
      const first = await read(template, withQuery(path, base));
      const items = itemsOf(first);
      if (items !== undefined) lists.set(path, items);
      if (isFollowing(first)) {
        const second = await read(
          template,
          withQuery(path, { ...base, "page[after]": first.pagination.next }),
        );
        if (isFollowing(second, "prev"))
          await read(template, withQuery(path, { ...base, "page[before]": second.pagination.prev }));
      }
      for (const query of variantsOf(queries, items?.[0]))
        await read(template, withQuery(path, { ...base, ...query }));
    }
  }
  return partOf(entries);
}

/** Those of lists come before those of their items. */
function operationsOf({ paths }: OpenApiDocument, leftOut: ReadonlySet<string>): readonly Operation[] {
  return Object.entries(paths)
    .filter(([template, { get }]) => get !== undefined && !leftOut.has(template))
    .map(([template, { get }]) => {
      const { parameters = [] } = get as { readonly parameters?: readonly Parameter[] };
      return { template, queries: parameters.filter((parameter) => parameter.in === "query") };
    })
    .toSorted(({ template: left }, { template: right }) => left.split("{").length - right.split("{").length);
}

interface Place {
  readonly path: string;
  readonly item: Item;
}

/** The template with its parameters filled in: from known values, from the list before them, or from its item. */
function pathsOf(
  template: string,
  known: ReadOptions["known"],
  lists: ReadonlyMap<string, readonly Item[]>,
): readonly string[] {
  let places: readonly Place[] = [{ path: "", item: {} }];
  for (const part of template.split(/(?=\{)|(?<=\})/)) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    places = places.flatMap(({ path, item }) => {
      if (name === undefined) return [{ path: path + part, item }];
      const [list = []] = [lists.get(path.replace(/\/$/, ""))];
      const choices =
        known[name]?.map((value) => ({ value, item })) ??
        [item, ...list.slice(0, itemsOfList)].flatMap((one) => {
          const value = one[name] ?? (one === item ? undefined : one["id"]);
          return typeof value === "string" ? [{ value, item: one }] : [];
        });
      return choices.map((choice) => ({ path: path + encodeURIComponent(choice.value), item: choice.item }));
    });
  }
  return places.map(({ path }) => path);
}

type Query = Readonly<Record<string, string>>;

function baseQuery(queries: readonly Parameter[]): Query {
  const given = queries.flatMap(({ name, required, schema }): readonly (readonly [string, string])[] => {
    if (name === "page[size]") return [[name, pageSize]];
    return required === true ? [[name, String(valuesOf(name, schema)[0] ?? "")]] : [];
  });
  return Object.fromEntries(given);
}

/** One for each value of each parameter; of a text, that of the first item. */
function variantsOf(queries: readonly Parameter[], item: Item = {}): readonly Query[] {
  return queries
    .filter(({ name }) => !name.startsWith("page["))
    .flatMap(({ name, schema }) => {
      const found = item[name];
      const values = valuesOf(name, schema);
      const own = values.length === 0 && typeof found === "string" ? [found] : [];
      return [...values, ...own].map((value) => ({ [name]: value }));
    });
}

const middle = "2025-02-15T12:00:00.000Z";

function valuesOf(name: string, schema: ParameterSchema): readonly string[] {
  const { enum: named = schema.items?.enum, type, format, examples } = schema;
  if (named !== undefined) return named;
  if (type === "boolean") return ["true", "false"];
  if (["search", "query"].includes(name)) return searches;
  if (format === "date-time") return [middle];
  if (format === "date") return [middle.slice(0, 10)];
  return (examples ?? schema.items?.examples ?? []).slice(0, 1).map(String);
}

function withQuery(path: string, query: Query): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The first list of objects in a response. */
function itemsOf(body: unknown): readonly Item[] | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  return Object.values(body).find(
    (value): value is readonly Item[] => Array.isArray(value) && typeof value[0] === "object",
  );
}

interface Following {
  readonly pagination: { readonly next: string; readonly prev: string };
}

function isFollowing(body: unknown, name: keyof Following["pagination"] = "next"): body is Following {
  const { pagination } = (body ?? {}) as Partial<Following>;
  return typeof pagination?.[name] === "string";
}

async function responseOf(
  response: Response,
  rewrite: Rewrite,
): Promise<{ readonly shown: Json; readonly body: unknown }> {
  const type = response.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  if (!/json|text|xml/.test(type)) {
    const digest = createHash("sha256").update(bytes).digest("hex");
    return { shown: { status, type, size: bytes.length, digest }, body: undefined };
  }
  const text = bytes.toString();
  if (!type.includes("json"))
    return { shown: { status, type, body: rewrite(text).split("\n") }, body: undefined };
  const body: unknown = JSON.parse(text);
  return { shown: { status, body: withoutCursors(JSON.parse(rewrite(text))) }, body };
}
