import Type, { type Static } from "typebox";
import { maxTextLength } from "../../accounts/index.ts";
import { accountCallOf, causeOf, type Route, writeRoute } from "../../http/route.ts";
import { IdSchema, inWords, named, stated, strictObject } from "../../http/schemas.ts";
import { bankLinkTag as tag } from "../../http/tags.ts";
import { amountPattern, positiveAmountPattern, usd } from "../../kernel/money.ts";
import { bankVerifications } from "../address.ts";
import { maxNumberLength, several } from "../address-request.ts";
import { accountTypes } from "../bank/bank-details.ts";
import { linkableRails, namesOf } from "../bank/credit-rail.ts";
import { HolderTypeSchema, OwnershipRequestSchema } from "../ownership.ts";
import { requestedOf } from "../requested-address.ts";
import { AddressTransferTypeSchema } from "../transfer-type.ts";
import { type BeginMicroDepositsDeps, beginMicroDeposits } from "./begin-micro-deposits.ts";
import { confirmMicroDeposits } from "./confirm-micro-deposits.ts";
import { maxTries } from "./micro-deposits.ts";

export type MicroDepositRouteDeps = BeginMicroDepositsDeps;

export function microDepositRoutes(deps: MicroDepositRouteDeps): readonly Route[] {
  return [begin(deps), confirm(deps)];
}

const BeginSchema = named(
  "BeginMicroDepositsRequest",
  strictObject(
    {
      owner: Type.String({ maxLength: maxTextLength, description: "Owner of the bank account." }),
      account_number: Type.String({
        maxLength: maxNumberLength,
        description: "4 to 17 letters and digits. Stored encrypted and returned masked.",
      }),
      routing_number: Type.String({ maxLength: maxNumberLength, description: "ABA routing number." }),
      account_type: Type.Enum([...accountTypes]),
      transfer_types: Type.Array(AddressTransferTypeSchema, {
        ...several,
        description: `${namesOf(linkableRails)}; not \`wire\`.`,
      }),
      name: Type.Optional(
        Type.String({
          maxLength: maxTextLength,
          description: "Display name; defaults to the last digits.",
        }),
      ),
      ownership: Type.Optional(OwnershipRequestSchema),
      holder_type: Type.Optional(HolderTypeSchema),
    },
    { description: "A bank account whose owner will confirm the amounts of two micro deposits." },
  ),
);

const BegunSchema = named(
  "MicroDeposits",
  Type.Object({
    address_id: IdSchema,
    status: Type.Enum(["pending"], { description: "The deposits are in progress." }),
  }),
);

const exampleId = "01JD7Q2M8W3T5V6X9YZABCDEFG";

function begin(deps: MicroDepositRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/banklink/micro-deposits", {
    operationId: "beginMicroDeposits",
    tag,
    summary: "Link a bank account by micro deposits",
    description:
      "Adds the bank account and sends two ACH credits of less than a dollar to it. The owner sees the amounts on " +
      "the statement; confirming them verifies the account. Until then it can be paid but not debited. A manually " +
      "added bank account is linked in the same way and keeps its id; one that is already linked, pending or failed " +
      "is a conflict. On testnet the amounts are always 0.32 and 0.45.",
    access: { scope: "addresses:write" },
    body: {
      schema: BeginSchema,
      example: {
        owner: "Acme Supplies LLC",
        account_number: "1234567890",
        routing_number: "021000021",
        account_type: "checking",
        transfer_types: ["ach_debit", "ach_credit"],
      },
    },
    response: {
      status: 201,
      description: "The deposits are in progress.",
      schema: BegunSchema,
      example: { address_id: exampleId, status: "pending" },
      headers: { location: "URL of the address." },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const { id, accountId } = await beginMicroDeposits(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      const headers = { location: `/accounts/${accountId}/addresses/${id}` };
      return { status: 201, body: { address_id: id, status: "pending" }, headers };
    },
  });
}

const ConfirmSchema = named(
  "ConfirmMicroDepositsRequest",
  strictObject({
    amounts: Type.Array(
      Type.String({
        pattern: amountPattern(usd.scale),
        ...stated({ pattern: positiveAmountPattern(usd.scale) }),
        ...inWords("an amount in dollars, such as 0.12"),
      }),
      { minItems: 2, maxItems: 2, description: "Both amounts, in any order." },
    ),
  }),
);

const ConfirmedSchema = named(
  "MicroDepositConfirmation",
  Type.Object({
    address_id: IdSchema,
    status: Type.Enum([...bankVerifications], {
      description:
        "`verified`: it can be debited. `pending`: the amounts were wrong, try again. `failed`: they were wrong, " +
        "and no tries are left.",
    }),
    tries_left: Type.Integer({ minimum: 0, maximum: maxTries }),
  }),
);

function confirm(deps: MicroDepositRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/banklink/micro-deposits/{address_id}/confirm", {
    operationId: "confirmMicroDeposits",
    tag,
    summary: "Confirm micro deposits",
    description:
      `There are ${maxTries} tries. Wrong amounts return 200 with \`status\`, because the try is used up; a retry ` +
      "with the same idempotency key does not use another one. Impossible amounts (a dollar or more) are refused " +
      "and use none.",
    access: { scope: "addresses:write" },
    body: { schema: ConfirmSchema, example: { amounts: ["0.32", "0.45"] } },
    response: {
      description: "The result.",
      schema: ConfirmedSchema,
      example: { address_id: exampleId, status: "verified", tries_left: 2 },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const requested = requestedOf(request);
      const { amounts } = request.body;
      const input = { ...requested, cause: causeOf(request), amounts };
      const { verification, triesLeft } = await confirmMicroDeposits(deps, tx, input);
      const body: Static<typeof ConfirmedSchema> = {
        address_id: requested.addressId,
        status: verification,
        tries_left: triesLeft,
      };
      return { status: 200, body };
    },
  });
}
