import { principalOf, type Route } from "../../http/route.ts";
import type { Clock } from "../../kernel/instant.ts";
import { requireVisibleToken } from "../list-tokens.ts";
import { tokenTag } from "../routes.ts";
import { type ReservesDeps, readReserves } from "./read-reserves.ts";
import { exampleReserves, presentReserves, ReservesSchema } from "./reserves-response.ts";

export type ReservesRouteDeps = ReservesDeps & { readonly clock: Clock };

export function reservesRoutes(deps: ReservesRouteDeps): readonly Route[] {
  return [getReserves(deps)];
}

function getReserves(deps: ReservesRouteDeps): Route {
  return {
    method: "GET",
    path: "/tokens/{value_type}/reserves",
    operationId: "getReserves",
    tag: tokenTag,
    summary: "Get the reserves of a token",
    description:
      "Returns the supply reported by each chain, the supply in the ledger and the money held in reserve. For an " +
      "unreachable chain, the supply is null with a reason. Chain data may be a few seconds old.",
    access: { scope: undefined },
    responses: {
      200: { description: "Supply and reserve.", schema: ReservesSchema, example: exampleReserves },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const valueType = request.params["value_type"] ?? "";
        const token = await requireVisibleToken(deps.database, principalOf(request), valueType);
        return { status: 200, body: presentReserves(await readReserves(deps, token), deps.clock.now()) };
      },
    },
  };
}
