import Type from "typebox";
import type { Database } from "../db/database.ts";
import { accountIn, principalOf, type Route, readRoute } from "../http/route.ts";
import { named, strictObject } from "../http/schemas.ts";
import { addressTag as tag } from "../http/tags.ts";
import { orThrow } from "../kernel/refusal.ts";
import {
  AddressBalancesSchema,
  BalanceSchema,
  exampleBalance,
  exampleHeld,
  HeldBalanceSchema,
  presentAddressBalances,
  presentBalance,
  presentHeld,
} from "./balance-response.ts";
import { listHeldBalances, readAllBalances } from "./list-balances.ts";
import { readBalance, type TokenOf } from "./read-balance.ts";
import { requestedOf, requireAccountScope, requireAddress } from "./requested-address.ts";
import { readTransferType, TransferTypeRequestSchema } from "./transfer-type.ts";

export interface BalanceRouteDeps {
  readonly database: Database;
  readonly tokenOf: TokenOf;
}

export function balanceRoutes(deps: BalanceRouteDeps): readonly Route[] {
  return [getBalance(deps), listBalances(deps)];
}

const BalanceQuery = strictObject(
  {
    transfer_type: Type.Optional(TransferTypeRequestSchema),
    value_type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "Token, in any letter case.",
        examples: ["FUSD"],
      }),
    ),
  },
  { dependentRequired: { transfer_type: ["value_type"], value_type: ["transfer_type"] } },
);

function getBalance(deps: BalanceRouteDeps): Route {
  return readRoute("GET /accounts/{account_id}/addresses/{address_id}/balance", {
    operationId: "getAddressBalance",
    tag,
    summary: "Get a balance",
    description:
      "Balance of an internal address in a token on a chain: `balance` is the total, `available` excludes holds for " +
      "pending transfers. Without parameters, the response has all balances of the address that are not zero. A token that is not in your catalog is returned as long as the address holds some of it. " +
      "External addresses have no balance here, and unknown tokens have none (422).",
    access: { scope: "addresses:read" },
    query: BalanceQuery,
    response: {
      description: "The balance, or without parameters all of them.",
      schema: Type.Union([BalanceSchema, AddressBalancesSchema]),
      example: exampleBalance,
    },
    refusals: ["not_found", "network_not_supported", "unprocessable"],
    handle: async (request) => {
      const { transfer_type: spelling, value_type: valueType } = request.query;
      const { network } = principalOf(request);
      if (spelling === undefined || valueType === undefined) {
        const all = await readAllBalances(
          deps.database,
          await requireAddress(deps.database, requestedOf(request)),
        );
        return { status: 200, body: presentAddressBalances(all) };
      }
      const place = { network, pointer: "/query/transfer_type" };
      const transferType = orThrow(readTransferType(spelling, place));
      const address = await requireAddress(deps.database, requestedOf(request));
      const held = await readBalance(deps, deps.database, address, { transferType, valueType });
      return { status: 200, body: presentBalance(held) };
    },
  });
}

const BalanceListSchema = named("BalanceList", Type.Object({ balances: Type.Array(HeldBalanceSchema) }));

function listBalances({ database }: BalanceRouteDeps): Route {
  return readRoute("GET /accounts/{account_id}/balances", {
    operationId: "listBalances",
    tag,
    summary: "List balances",
    description:
      "Every nonzero balance of the account, by address, chain and token; newest address first. Includes tokens " +
      "that are not in your catalog.",
    access: { scope: "addresses:read" },
    response: {
      description: "The balances.",
      schema: BalanceListSchema,
      example: { balances: [exampleHeld] },
    },
    refusals: ["not_found", "unprocessable"],
    handle: async (request) => {
      const accountId = accountIn(request);
      const scope = await requireAccountScope(database, principalOf(request), accountId);
      const balances = await listHeldBalances(database, scope);
      return { status: 200, body: { balances: balances.map(presentHeld) } };
    },
  });
}
