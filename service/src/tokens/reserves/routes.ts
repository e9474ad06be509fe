import { principalOf, type Route, readRoute } from "../../http/route.ts";
import { tokenTag } from "../../http/tags.ts";
import type { Clock } from "../../kernel/instant.ts";
import { requireVisibleToken } from "../list-tokens.ts";
import { type ReservesDeps, readReserves } from "./read-reserves.ts";
import { exampleReserves, presentReserves, ReservesSchema } from "./reserves-response.ts";

export type ReservesRouteDeps = ReservesDeps & { readonly clock: Clock };

export function reservesRoutes(deps: ReservesRouteDeps): readonly Route[] {
  return [getReserves(deps)];
}

function getReserves(deps: ReservesRouteDeps): Route {
  return readRoute("GET /tokens/{value_type}/reserves", {
    operationId: "getReserves",
    tag: tokenTag,
    summary: "Get the reserves of a token",
    description:
      "Returns the supply reported by each chain, the supply in the ledger and the money held in reserve. For an " +
      "unreachable chain, the supply is null with a reason. Chain data may be a few seconds old.",
    access: { scope: undefined },
    response: { description: "Supply and reserve.", schema: ReservesSchema, example: exampleReserves },
    refusals: ["not_found"],
    handle: async (request) => {
      const valueType = request.params["value_type"] ?? "";
      const token = await requireVisibleToken(deps.database, principalOf(request), valueType);
      return { status: 200, body: presentReserves(await readReserves(deps, token), deps.clock.now()) };
    },
  });
}
