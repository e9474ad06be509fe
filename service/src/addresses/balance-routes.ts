import Type from "typebox";
import type { Database } from "../db/database.ts";
import { principalOf, queryOf, type Route } from "../http/route.ts";
import { named, strictObject } from "../http/schemas.ts";
import { orThrow } from "../kernel/refusal.ts";
import {
  BalanceSchema,
  exampleBalance,
  exampleHeld,
  HeldBalanceSchema,
  presentBalance,
  presentHeld,
} from "./balance-answer.ts";
import { listHeldBalances } from "./list-balances.ts";
import { readBalance, type TokenOf } from "./read-balance.ts";
import { requestedOf, requireAccountScope, requireAddress } from "./requested-address.ts";
import { tag } from "./tag.ts";
import { readTransferType, TransferTypeRequestSchema } from "./transfer-type.ts";

export interface BalanceRouteDeps {
  readonly database: Database;
  readonly tokenOf: TokenOf;
}

export function balanceRoutes(deps: BalanceRouteDeps): readonly Route[] {
  return [getBalance(deps), listBalances(deps)];
}

const BalanceQuery = strictObject({
  transfer_type: TransferTypeRequestSchema,
  value_type: Type.String({ minLength: 1, maxLength: 64, description: "The token.", examples: ["FUSD"] }),
});

function getBalance(deps: BalanceRouteDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/addresses/{address_id}/balance",
    operationId: "getAddressBalance",
    tag,
    summary: "Get a balance",
    description:
      "What an internal address has of a token on a chain: `balance` is all of it, `available` is what is not held for " +
      "something under way. A token that is not listed for you is answered as long as the address holds some of it. External " +
      "addresses have no balance here, and an unknown token has none anywhere: 422.",
    access: { scope: "addresses:read" },
    query: BalanceQuery,
    answers: { 200: { description: "The balance.", schema: BalanceSchema, example: exampleBalance } },
    refusals: ["not_found", "network_not_supported", "unprocessable"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { transfer_type: spelling, value_type: valueType } = queryOf(BalanceQuery, request);
        const { network } = principalOf(request);
        const place = { network, pointer: "/query/transfer_type" };
        const transferType = orThrow(readTransferType(spelling, place));
        const address = await requireAddress(deps.database, requestedOf(request));
        const held = await readBalance(deps, deps.database, address, { transferType, valueType });
        return { status: 200, body: presentBalance(held) };
      },
    },
  };
}

const BalanceListSchema = named("BalanceList", Type.Object({ balances: Type.Array(HeldBalanceSchema) }));

function listBalances({ database }: BalanceRouteDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/balances",
    operationId: "listBalances",
    tag,
    summary: "List balances",
    description:
      "Every balance of the account that is not zero, by address, chain and token; the newest address first. What others " +
      "have sent is among them, also tokens that are not listed for you.",
    access: { scope: "addresses:read" },
    answers: {
      200: { description: "The balances.", schema: BalanceListSchema, example: { balances: [exampleHeld] } },
    },
    refusals: ["not_found", "unprocessable"],
    work: {
      kind: "read",
      handle: async (request) => {
        const accountId = request.params["account_id"] ?? "";
        const scope = await requireAccountScope(database, principalOf(request), accountId);
        const balances = await listHeldBalances(database, scope);
        return { status: 200, body: { balances: balances.map(presentHeld) } };
      },
    },
  };
}
