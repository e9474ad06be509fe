import Type from "typebox";
import { present } from "../../http/present.ts";
import { type Route, sessionUserOf } from "../../http/route.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { findMembership } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import { search } from "./search.ts";
import { places } from "./thing.ts";

const maxQueryLength = 254;

const SearchQuery = strictObject({
  query: Type.String({
    minLength: 1,
    maxLength: maxQueryLength,
    description:
      "An id, a transaction or address on a chain, a wire memo, an email, or the beginning of an account name.",
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
          tenant_id: nullableString({ description: "Null for platform objects." }),
          network: nullableString({ description: "Null for both networks." }),
          path: Type.String({ description: "Path of its console page, below `/console`." }),
        }),
      ),
    ),
  }),
);

/** Searches everything the user may see. */
export function searchRoutes({ database, clock, config }: ConsoleDeps): readonly Route[] {
  return [
    consoleRead(`GET ${consolePath}/search`, {
      operationId: "search",
      summary: "Search by id, name or reference",
      access: { permission: "self" },
      query: SearchQuery,
      response: { description: "Results that you may open.", schema: ResultsSchema },
      handle: async (request) => {
        const membership = await findMembership(database, sessionUserOf(request).userId);
        const { query } = request.query;
        const inquiry = membership && {
          membership,
          query,
          now: clock.now(),
          chains: config.chains.names,
        };
        const found = inquiry === undefined ? [] : await search(database, inquiry);
        return present(ResultsSchema, { results: found });
      },
    }),
  ];
}
