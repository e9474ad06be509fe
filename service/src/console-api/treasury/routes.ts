import Type, { type Static } from "typebox";
import {
  showTreasury,
  type TreasuryName,
  treasuryInstructions,
  withdrawFromTreasury,
} from "../../admin/index.ts";
import { type ApiRequest, bodyOf, type Route } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consolePath, consoleRead } from "../console-route.ts";
import {
  AddressesSchema,
  presentTreasury,
  presentWithdrawal,
  TreasurySchema,
  WithdrawalSchema,
} from "./treasury-response.ts";

const treasuryPath = `${consolePath}/treasury/{tenant_id}/{network}`;

/** Balances, funding instructions and dollar withdrawals of a tenant's treasury. */
export function treasuryRoutes(deps: ConsoleDeps): readonly Route[] {
  return [showRoute(deps), instructionsRoute(deps), withdrawRoute(deps)];
}

function showRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: treasuryPath,
    operationId: "getTreasury",
    summary: "Get a treasury",
    access: { permission: "treasury.read" },
    responses: { 200: { description: "Balances, addresses and withdrawals.", schema: TreasurySchema } },
    refusals: ["not_found"],
    handle: async (request) => {
      const view = await showTreasury(adminFor(deps, request), nameOf(request));
      return presentTreasury(view, deps.newId<"treasury-withdrawal">());
    },
  });
}

const InstructionsSchema = named(
  "TreasuryInstructions",
  Type.Object({
    bank: Type.Object({
      bank_name: Type.String(),
      bank_address: Type.String(),
      routing_number: Type.String(),
      account_number: Type.String({ description: "The treasury's own account number." }),
      beneficiary_name: Type.String(),
      beneficiary_address: Type.String(),
      memo: Type.String(),
    }),
    addresses: AddressesSchema,
  }),
);

function instructionsRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    path: `${treasuryPath}/instructions`,
    operationId: "getTreasuryInstructions",
    summary: "Get deposit instructions for a treasury",
    description: "Opens the account number and creates the addresses on the first request.",
    access: { permission: "treasury.write" },
    effect: "perhaps",
    responses: { 200: { description: "Deposit instructions.", schema: InstructionsSchema } },
    refusals: ["not_found"],
    handle: async (request) => {
      const { bank, addresses } = await treasuryInstructions(adminFor(deps, request), nameOf(request));
      return {
        bank: {
          bank_name: bank.bankName,
          bank_address: bank.bankAddress,
          routing_number: bank.routingNumber,
          account_number: bank.accountNumber,
          beneficiary_name: bank.beneficiaryName,
          beneficiary_address: bank.beneficiaryAddress,
          memo: bank.memo,
        },
        addresses: addresses.map(({ chain, address }) => ({ chain, address })),
      } satisfies Static<typeof InstructionsSchema>;
    },
  });
}

const WithdrawSchema = strictObject({
  id: IdSchema,
  address_id: IdSchema,
  transfer_type: Type.Enum(["wire", "ach_credit", "same_day_ach_credit", "rtp_credit"]),
  amount: Type.String({ minLength: 1, maxLength: 30, description: "In dollars." }),
  memo: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
});

function withdrawRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    path: `${treasuryPath}/withdrawals`,
    operationId: "withdrawFromTreasury",
    summary: "Withdraw dollars to the managing account",
    access: { permission: "treasury.write", isSensitive: true },
    body: { schema: WithdrawSchema },
    responses: { 201: { description: "The withdrawal; its dollars are held.", schema: WithdrawalSchema } },
    refusals: ["not_found", "conflict", "unprocessable", "limit_exceeded", "insufficient_balance"],
    handle: async (request) => {
      const {
        id,
        address_id: addressId,
        transfer_type: transferType,
        amount,
        memo,
      } = bodyOf(WithdrawSchema, request);
      const input = { ...nameOf(request), id, addressId, transferType, amount };
      const withdrawal = await withdrawFromTreasury(
        adminFor(deps, request),
        memo === undefined ? input : { ...input, memo },
      );
      return presentWithdrawal(withdrawal);
    },
  });
}

function nameOf({ params }: ApiRequest): TreasuryName {
  const network = networks.find((known) => known === params["network"]);
  if (network === undefined) throw new RefusalError(refuse("not_found", "unknown network"));
  return { managingAccountId: params["tenant_id"] ?? "", network };
}
