import Type from "typebox";
import { queryOf, type Route, visitorOf } from "../../http/route.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { findStanding } from "../../people/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { type Found, search } from "./search.ts";
import { places } from "./thing.ts";

const maxQueryLength = 254;

const SearchQuery = strictObject({
  query: Type.String({
    minLength: 1,
    maxLength: maxQueryLength,
    description:
      "An id, a transaction or an address on a chain, the memo of a wire, an e-mail, or how the name of an account begins.",
  }),
});

const ResultsSchema = named(
  "ConsoleSearchResults",
  Type.Object({
    results: Type.Array(
      named(
        "ConsoleSearchResult",
        Type.Object({
          kind: Type.Enum(Object.keys(places)),
          id: Type.String(),
          title: Type.String(),
          tenant_id: nullableString({ description: "Null for what belongs to the service itself." }),
          network: nullableString({ description: "Null for what is in both networks." }),
          path: Type.String({ description: "Where the console shows it, below `/console`." }),
        }),
      ),
    ),
  }),
);

/** Finds what the person may see, wherever it is. */
export function searchRoutes({ database, clock }: ConsoleDeps): readonly Route[] {
  return [
    {
      method: "GET",
      path: `${consolePath}/search`,
      operationId: "search",
      tag: consoleTag,
      summary: "Find something by its id or name",
      access: { permission: "self" },
      query: SearchQuery,
      answers: { 200: { description: "What was found and may be seen.", schema: ResultsSchema } },
      work: {
        kind: "read",
        handle: async (request) => {
          const standing = await findStanding(database, visitorOf(request).personId);
          const { query } = queryOf(SearchQuery, request);
          const inquiry = standing && { standing, query, now: clock.now() };
          const found = inquiry === undefined ? [] : await search(database, inquiry);
          return { status: 200, body: { results: found.map(present) } };
        },
      },
    },
  ];
}

function present({ kind, id, title, tenantId, network, path }: Found) {
  return { kind, id, title, tenant_id: tenantId ?? null, network: network ?? null, path };
}
