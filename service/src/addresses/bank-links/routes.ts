import Type, { type Static } from "typebox";
import { type Answer, bodyOf, causeOf, principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { several } from "../address-request.ts";
import { requestedOf } from "../requested-address.ts";
import { TransferTypeRequestSchema } from "../transfer-type.ts";
import { createLinkToken, createUpdateLinkToken, type LinkToken } from "./create-link-token.ts";
import { linkTag as tag } from "./link-tag.ts";
import { maxTokenLength } from "./link-token.ts";
import { type MicroDepositRouteDeps, microDepositRoutes } from "./micro-deposit-routes.ts";
import { type PageRouteDeps, pageRoutes } from "./page-routes.ts";
import { type RegisterAccountDeps, registerAccount } from "./register-account.ts";
import { type SimulationRouteDeps, simulatePublicToken } from "./simulation-route.ts";
import { maxUrlLength } from "./webhook-url.ts";

export type BankLinkRouteDeps = RegisterAccountDeps &
  MicroDepositRouteDeps &
  PageRouteDeps &
  SimulationRouteDeps;

/** Everything about linking banks, in the order of the reference. */
export function bankLinkRoutes(deps: BankLinkRouteDeps): readonly Route[] {
  return [
    linkToken(deps),
    registration(deps),
    updateLinkToken(deps),
    ...microDepositRoutes(deps),
    ...pageRoutes(deps),
    ...simulatePublicToken(deps),
  ];
}

const LinkTokenSchema = named(
  "LinkToken",
  Type.Object(
    {
      link_token: Type.String({ description: "A secret, good for one use." }),
      expiration: DateTimeSchema,
      callback_url: Type.String({
        description:
          "The page where the owner picks the account. The token stands behind the `#`, so that no server sees it in " +
          "an address.",
      }),
    },
    { description: "What an owner needs to link a bank account." },
  ),
);

const exampleToken = "florin_link_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const exampleLink: Static<typeof LinkTokenSchema> = {
  link_token: exampleToken,
  expiration: "2026-11-15T11:21:12.000Z",
  callback_url: `http://127.0.0.1:8080/banklink/sandbox#${exampleToken}`,
};

function linkToken(deps: BankLinkRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/banklink/link_token",
    operationId: "createLinkToken",
    tag,
    summary: "Begin to link a bank account",
    description:
      "A token with which the owner of a bank account picks it at `callback_url`, and gets a public token for it. Where " +
      "there is no such page, bank accounts are linked by micro deposits (422).",
    access: { scope: "addresses:write" },
    answers: { 201: { description: "The token.", schema: LinkTokenSchema, example: exampleLink } },
    refusals: ["not_found", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      sealsAnswer: true,
      handle: async (tx, request) => {
        const accountId = request.params["account_id"] ?? "";
        const wish = { principal: principalOf(request), cause: causeOf(request), accountId };
        return presentLink(await createLinkToken(deps, tx, wish));
      },
    },
  };
}

function updateLinkToken(deps: BankLinkRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/addresses/{address_id}/update-link-token",
    operationId: "createUpdateLinkToken",
    tag,
    summary: "Begin to renew a link",
    description:
      "For a bank account that was linked at a page and whose address says `needs_update`; any other linked one may be " +
      "renewed, too. Registering the public token that comes of it ends `needs_update`, and the address stays the same. " +
      "A bank account that was not linked at a page has nothing to renew (422).",
    access: { scope: "addresses:write" },
    answers: { 201: { description: "The token.", schema: LinkTokenSchema, example: exampleLink } },
    refusals: ["not_found", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      sealsAnswer: true,
      handle: async (tx, request) => {
        const wish = { ...requestedOf(request), cause: causeOf(request) };
        return presentLink(await createUpdateLinkToken(deps, tx, wish));
      },
    },
  };
}

function presentLink({ linkToken: link_token, expiresAt, callbackUrl: callback_url }: LinkToken): Answer {
  const body: Static<typeof LinkTokenSchema> = {
    link_token,
    expiration: formatInstant(expiresAt),
    callback_url,
  };
  return { status: 201, body };
}

const RegisterSchema = named(
  "RegisterLinkedAccountRequest",
  strictObject(
    {
      public_token: Type.String({ maxLength: maxTokenLength, description: "What the owner came back with." }),
      transfer_types: Type.Array(TransferTypeRequestSchema, {
        ...several,
        description:
          "`ach_debit`, `same_day_ach_debit`, `ach_credit`, `same_day_ach_credit`, `rtp_credit`; not `wire`.",
      }),
      customer_webhook_url: Type.Optional(
        Type.String({
          maxLength: maxUrlLength,
          description:
            "Where your customer wants to hear of this bank account: https, without credentials or fragment.",
          examples: ["https://customer.example/hooks/bank"],
        }),
      ),
    },
    { description: "A bank account that its owner has picked." },
  ),
);

const RegisteredSchema = named("RegisteredAccount", Type.Object({ address_id: IdSchema }));

function registration(deps: BankLinkRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/banklink/register-account",
    operationId: "registerLinkedAccount",
    tag,
    summary: "Register a linked bank account",
    description:
      "Makes the account behind a public token an address of this account, verified. If it is one already, the link " +
      "adds what it lacks: debit rails, verification, an end of `needs_update`; with nothing to add it is a conflict " +
      "whose detail names the address. A public token is good for the account and network that the link token was made " +
      "in, for 30 minutes, once; a refused request does not use it up.",
    access: { scope: "addresses:write" },
    body: {
      schema: RegisterSchema,
      example: {
        public_token: "florin_public_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        transfer_types: ["ach_debit", "ach_credit"],
      },
    },
    answers: {
      201: {
        description: "The address.",
        schema: RegisteredSchema,
        example: { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
        headers: { location: "Where the address is." },
      },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        const { id, accountId } = await registerAccount(deps, tx, {
          principal: principalOf(request),
          cause: causeOf(request),
          accountId: request.params["account_id"] ?? "",
          request: bodyOf(RegisterSchema, request),
        });
        const headers = { location: `/accounts/${accountId}/addresses/${id}` };
        return { status: 201, body: { address_id: id }, headers };
      },
    },
  };
}
