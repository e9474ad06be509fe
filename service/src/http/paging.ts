import Type, { type Static, type TSchema } from "typebox";
import type { PageRequest } from "../kernel/page.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { CursorSigner } from "./cursor.ts";
import { named, nullableString, strictObject } from "./schemas.ts";

export interface PageOptions {
  /** Query parameters that a cursor does not depend on. */
  readonly apartFrom?: readonly string[];
}

const defaultSize = 25;
const maxPageSize = 100;
const maxCursorLength = 512;

/** A query parameter that accepts a cursor. */
export const cursor = (description: string) =>
  Type.Optional(Type.String({ maxLength: maxCursorLength, description }));

/** The query parameters of every list; spread into a list's own query schema. */
export const pageQuery = {
  "page[size]": Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      default: defaultSize,
      description: "Number of items per page.",
    }),
  ),
  "page[after]": cursor(
    "`pagination.next` of a page; returns the items older than that page. Only one cursor may be sent.",
  ),
  "page[before]": cursor(
    "`pagination.prev` of a page; returns the items newer than that page. Not with another cursor.",
  ),
  "page[next]": cursor("Alias of `page[after]`. Not with another cursor."),
  "page[prev]": cursor("Alias of `page[before]`. Not with another cursor."),
};

const PageQuery = Type.Object(pageQuery);

/** The same for a list that goes in one direction only. */
export const forwardPageQuery = {
  "page[size]": Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize })),
  "page[after]": cursor("The `pagination.next` cursor of the previous page."),
};

export const PaginationSchema = named(
  "Pagination",
  Type.Object({
    page_size: Type.Integer(),
    next: nullableString({ description: "Send as `page[after]`; null on the last page." }),
    prev: nullableString({ description: "Send as `page[before]`; null on the first page." }),
  }),
);

/** The query of a list without filters. */
export const PageQuerySchema = strictObject(pageQuery);

/** A page of a list as a response: the items under the name of their member, and the pagination. */
export function pageResponse(list: {
  readonly description: string;
  /** Name of the schema. */
  readonly name: string;
  readonly member: string;
  readonly items: TSchema;
  readonly example: unknown;
}): { readonly description: string; readonly schema: TSchema; readonly example: unknown } {
  const { description, name, member, items, example } = list;
  return {
    description,
    schema: named(name, Type.Object({ [member]: Type.Array(items), pagination: PaginationSchema })),
    example: { [member]: [example], pagination: { page_size: defaultSize, next: null, prev: null } },
  };
}

export function readPage(query: Static<typeof PageQuery>, scope: string, signer: CursorSigner): PageRequest {
  const given = (["page[after]", "page[before]", "page[next]", "page[prev]"] as const).filter(
    (name) => query[name] !== undefined,
  );
  const [name, second] = given;
  if (second !== undefined) throw badPage(second, "send only one of page[after] and page[before]");
  const size = query["page[size]"] ?? defaultSize;
  const cursors = {
    cursorAt: (position: string) => signer.sign(scope, position),
    positionOf: (cursor: string) => signer.read(scope, cursor),
  };
  if (name === undefined) return { size, direction: "after", position: undefined, ...cursors };
  const position = signer.read(scope, query[name] ?? "");
  if (position === undefined) throw badPage(name, "is not a valid cursor for this list");
  const direction = name === "page[after]" || name === "page[next]" ? "after" : "before";
  return { size, direction, position, ...cursors };
}

function badPage(name: string, detail: string): RefusalError {
  return new RefusalError(
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/query/${name}`, detail }] }),
  );
}
