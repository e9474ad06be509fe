import Type from "typebox";
import { TransferTypeSchema } from "../addresses/index.ts";
import { type ChainName, compareChains } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { principalOf, type Route, readRoute } from "../http/route.ts";
import { named } from "../http/schemas.ts";
import { transferTag } from "../http/tags.ts";
import { usd } from "../kernel/money.ts";
import { type BankRail, bankRails, isDebit, isFundedByPayer } from "../rails/rail.ts";
import { contractOn, findVisibleTokens, type Token } from "../tokens/index.ts";
import { flowBetween, type RouteEnd } from "./route.ts";
import { flows, routeFlowOf } from "./transfer.ts";

/** The number of routes grows with the square of tokens and chains; a longer list would be of no use. */
const maxTokens = 100;

/** A route from one pair of value type and transfer type to another. */
export interface SupportedRoute {
  readonly flow: (typeof flows)[number];
  readonly source: RoutePlace;
  readonly destination: RoutePlace;
}

export interface RoutePlace {
  readonly value_type: string;
  readonly transfer_type: ChainName | BankRail;
}

const PlaceSchema = named(
  "RoutePlace",
  Type.Object({
    value_type: Type.String({ examples: ["USD"] }),
    transfer_type: TransferTypeSchema,
  }),
);

export const SupportedRouteSchema = named(
  "SupportedRoute",
  Type.Object({
    flow: Type.Enum([...flows], { description: "Type of transfer on this route." }),
    source: PlaceSchema,
    destination: PlaceSchema,
  }),
);

export function supportedRoutesRoute({ database }: { readonly database: Session }): Route {
  return readRoute("GET /routes", {
    operationId: "listRoutes",
    tag: transferTag,
    summary: "List routes",
    description:
      "Returns every supported combination of source and destination (value type and transfer type), for the tokens " +
      "visible to this application.",
    access: { scope: undefined },
    response: {
      description: "Supported routes.",
      schema: named("RouteList", Type.Object({ routes: Type.Array(SupportedRouteSchema) })),
      example: {
        routes: [
          {
            flow: "offramp",
            source: { value_type: "FUSD", transfer_type: "base" },
            destination: { value_type: "USD", transfer_type: "ach_credit" },
          },
        ],
      },
    },
    handle: async (request) => {
      const tokens = await findVisibleTokens(database, principalOf(request), maxTokens);
      return { status: 200, body: { routes: supportedRoutes(tokens) } };
    },
  });
}

interface Place {
  readonly end: RouteEnd;
  readonly shown: RoutePlace;
}

/** Ordered by rail, then by token and chain. */
function supportedRoutes(tokens: readonly Token[]): readonly SupportedRoute[] {
  const onChains = tokens.flatMap(placesOf);
  const sources = [
    ...bankRails.filter((rail) => isFundedByPayer(rail) || isDebit(rail)).map(atBank),
    ...onChains,
  ];
  const destinations = [...bankRails.filter((rail) => !isDebit(rail)).map(atBank), ...onChains];
  return sources.flatMap((source) =>
    destinations.flatMap((destination) => {
      const flow = flowBetween(source.end, destination.end);
      if (flow === undefined) return [];
      return [{ flow: routeFlowOf({ flow }), source: source.shown, destination: destination.shown }];
    }),
  );
}

function atBank(rail: BankRail): Place {
  return { end: { medium: "bank" }, shown: { value_type: usd.code, transfer_type: rail } };
}

function placesOf(token: Token): readonly Place[] {
  const { id, kind, valueType } = token;
  const origin = kind === "third_party" ? ("third_party" as const) : ("own" as const);
  return token.deployments
    .map(({ chain }) => chain)
    .filter((chain) => contractOn(token, chain) !== undefined)
    .toSorted(compareChains)
    .map((chain) => ({
      end: { medium: "chain", chain, token: { id, origin, isBacked: kind === "fiat_backed" } },
      shown: { value_type: valueType, transfer_type: chain },
    }));
}
