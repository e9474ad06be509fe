import Type from "typebox";
import { present } from "../../http/present.ts";
import { type Route, sessionUserOf } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
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
      "An id or its end, a transaction or address on a chain, an amount, a return code, a wire memo, an email, the " +
      "beginning of the name of an account or an address, or part of a sender or reference of a recent payment.",
  }),
  tenant_id: Type.Optional({
    ...IdSchema,
    description: "For operators: the tenant whose amounts, codes and counterparties are searched.",
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
          status: nullableString(),
          tenant_id: nullableString({ description: "Null for platform objects." }),
          network: nullableString({ description: "Null for both networks." }),
          path: Type.String({ description: "Path of its console page, below `/console`." }),
        }),
      ),
    ),
  }),
);

/** Searches everything the user may see. */
export function searchRoutes({ database, keyRing, clock, config }: ConsoleDeps): readonly Route[] {
  return [
    consoleRead(`GET ${consolePath}/search`, {
      operationId: "search",
      summary: "Search by id, name or reference",
      access: { permission: "self" },
      query: SearchQuery,
      response: { description: "Results that you may open.", schema: ResultsSchema },
      handle: async (request) => {
        const membership = await findMembership(database, sessionUserOf(request).userId);
        const { query, tenant_id: tenantId } = request.query;
        const inquiry = membership && {
          membership,
          query,
          tenantId: tenantId === undefined ? undefined : parseId<"tenant">(tenantId),
          now: clock.now(),
          chains: config.chains.names,
        };
        const found = inquiry === undefined ? [] : await search({ database, keyRing }, inquiry);
        return present(ResultsSchema, { results: found });
      },
    }),
  ];
}
