import Type from "typebox";
import {
  showTreasury,
  type TreasuryName,
  treasuryInstructions,
  withdrawFromTreasury,
} from "../../admin/index.ts";
import type { ApiRequest } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import {
  presentTreasury,
  presentTreasuryInstructions,
  presentWithdrawal,
  TreasuryInstructionsSchema,
  TreasurySchema,
  WithdrawalSchema,
  withdrawalSources,
} from "../../treasury/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";

const treasuryPath = `${consolePath}/treasury/{tenant_id}/{network}`;

const WithdrawSchema = strictObject({
  id: IdSchema,
  address_id: IdSchema,
  from: Type.Optional(
    Type.Enum([...withdrawalSources], { description: "Money of the treasury (default), or earned fees." }),
  ),
  value_type: Type.Optional(
    Type.String({ minLength: 1, maxLength: 12, description: "`USD` (default), or a third-party token." }),
  ),
  transfer_type: Type.String({ maxLength: 30, description: "The rail, or the chain of the token." }),
  amount: Type.String({ minLength: 1, maxLength: 30 }),
  memo: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
});

/** Balances, funding instructions and withdrawals of a tenant's treasury. */
export const treasuryRoutes = endpoints<ConsoleDeps>([
  readEndpoint(`GET ${treasuryPath}`, {
    operationId: "getTreasury",
    summary: "Get a treasury",
    access: { permission: "treasury.read" },
    response: { description: "Balances, addresses and withdrawals.", schema: TreasurySchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const treasury = await showTreasury(adminFor(deps, request), nameOf(request));
      return { ...presentTreasury(treasury), withdrawal_id: deps.newId<"treasury-withdrawal">() };
    },
  }),
  commandEndpoint(`POST ${treasuryPath}/instructions`, {
    operationId: "getTreasuryInstructions",
    summary: "Get deposit instructions for a treasury",
    description: "Opens the account number and creates the addresses on the first request.",
    access: { permission: "treasury.write" },
    effect: "perhaps",
    response: { description: "Deposit instructions.", schema: TreasuryInstructionsSchema },
    refusals: ["not_found"],
    handle: async (request, deps) =>
      presentTreasuryInstructions(await treasuryInstructions(adminFor(deps, request), nameOf(request))),
  }),
  commandEndpoint(`POST ${treasuryPath}/withdrawals`, {
    operationId: "withdrawFromTreasury",
    summary: "Withdraw dollars, earned fees or tokens to the managing account",
    access: { permission: "treasury.write", confirmation: "always" },
    body: { schema: WithdrawSchema },
    response: { status: 201, description: "The withdrawal; its amount is held.", schema: WithdrawalSchema },
    refusals: ["not_found", "conflict", "unprocessable", "limit_exceeded", "insufficient_balance"],
    handle: async (request, deps) => {
      const { address_id, transfer_type, value_type, ...body } = request.body;
      const names = { addressId: address_id, transferType: transfer_type, valueType: value_type };
      const input = { ...nameOf(request), ...body, ...names };
      return presentWithdrawal(await withdrawFromTreasury(adminFor(deps, request), input));
    },
  }),
]);

function nameOf({ params }: ApiRequest): TreasuryName {
  const network = networks.find((known) => known === params["network"]);
  if (network === undefined) throw new RefusalError(refuse("not_found", "unknown network"));
  return { managingAccountId: params["tenant_id"] ?? "", network };
}
