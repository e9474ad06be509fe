import Type from "typebox";
import { ChainRequestSchema, ChainSchema, readChain } from "../../addresses/index.ts";
import { accountIn, causeOf, principalOf, type Route, writeRoute } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/tags.ts";
import { formatAmount } from "../../kernel/money.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { readTokenUnits, TokenAmountSchema, TokenValueTypeSchema } from "../token-amount.ts";
import { type SimulateDepositDeps, simulateDeposit } from "./simulate-deposit.ts";

const maxAddressLength = 100;

const DepositSchema = strictObject({
  address_id: IdSchema,
  value_type: TokenValueTypeSchema,
  transfer_type: ChainRequestSchema,
  amount: TokenAmountSchema,
  from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxAddressLength,
      description:
        "Address of the external holder. If it is on the sanctions list, the deposit is held. Only for tokens that are " +
        "issued here.",
    }),
  ),
});

const SimulatedSchema = named(
  "SimulatedDeposit",
  Type.Object({
    id: IdSchema,
    status: Type.Enum(["pending"]),
    address_id: IdSchema,
    value_type: Type.String(),
    transfer_type: ChainSchema,
    amount: Type.String(),
  }),
);

const example = {
  address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  value_type: "USDC",
  transfer_type: "base",
  amount: "100.00",
};

/** Simulates a deposit. */
export function simulatedDepositRoute(deps: SimulateDepositDeps): Route {
  return writeRoute("POST /accounts/{account_id}/simulations/deposits", {
    operationId: "simulateDeposit",
    tag: simulationTag,
    summary: "Simulate a token deposit",
    description:
      "Testnet only. Mints tokens on the chain to a custodial address of the account, as if an external holder had sent " +
      "them: any token that you can see, except third-party tokens with an issuer of their own. They are credited once " +
      "the transaction is final.",
    network: "testnet",
    access: { scope: "simulations:write" },
    body: { schema: DepositSchema, example },
    response: {
      status: 202,
      description: "The pending deposit.",
      schema: SimulatedSchema,
      example: { id: "01JD7Q2M8W3T5V6X9YZABCDEFG", status: "pending", ...example },
    },
    refusals: ["not_found", "address_not_found", "unprocessable"],
    handle: async (tx, request) => {
      const principal = principalOf(request);
      const { address_id: addressId, value_type: valueType, amount, transfer_type, from } = request.body;
      const units = orThrow(readTokenUnits(amount, valueType));
      const place = { network: principal.network, pointer: "/transfer_type" };
      const chain = orThrow(readChain(transfer_type, place));
      const { workId, money } = await simulateDeposit(deps, tx, {
        principal,
        cause: causeOf(request),
        accountId: accountIn(request),
        addressId,
        valueType,
        chain,
        units,
        from,
      });
      const what = { address_id: addressId, value_type: money.asset.code, transfer_type: chain };
      const shown = { id: workId, status: "pending", ...what, amount: formatAmount(money) };
      return { status: 202, body: shown };
    },
  });
}
