import { principalOf, type Route } from "../../http/route.ts";
import type { Clock } from "../../kernel/instant.ts";
import { requireVisibleToken } from "../list-tokens.ts";
import { tokenTag } from "../routes.ts";
import { type ReservesDeps, readReserves } from "./read-reserves.ts";
import { exampleReserves, presentReserves, ReservesSchema } from "./reserves-answer.ts";

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
    summary: "Compare a token's chains, ledger and reserve",
    description:
      "Asks each chain for the supply, and sets beside it what the ledger says and what is held for it. A chain that " +
      "cannot be asked has null and says why. The chains' answers may be a few seconds old.",
    access: { scope: undefined },
    answers: { 200: { description: "The comparison.", schema: ReservesSchema, example: exampleReserves } },
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
