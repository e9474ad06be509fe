import Type, { type Static } from "typebox";
import {
  type ApiResponse,
  accountCallOf,
  accountIn,
  causeOf,
  principalOf,
  type Route,
  writeRoute,
} from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { bankLinkTag as tag } from "../../http/tags.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { several } from "../address-request.ts";
import { linkableRails, namesOf } from "../bank/credit-rail.ts";
import { requestedOf } from "../requested-address.ts";
import { TransferTypeRequestSchema } from "../transfer-type.ts";
import { createLinkToken, createUpdateLinkToken, type LinkToken } from "./create-link-token.ts";
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

/** All bank link endpoints, in the order of the API reference. */
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
      link_token: Type.String({ description: "A secret that can be used once." }),
      expiration: DateTimeSchema,
      callback_url: Type.String({
        description:
          "The page where the owner picks the account. The token is in the fragment, so that no server sees it in " +
          "a URL.",
      }),
    },
    { description: "Link token and page for the owner of a bank account." },
  ),
);

const exampleToken = "florin_link_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const exampleLink: Static<typeof LinkTokenSchema> = {
  link_token: exampleToken,
  expiration: "2026-11-15T11:21:12.000Z",
  callback_url: `http://127.0.0.1:8080/banklink/sandbox#${exampleToken}`,
};

function linkToken(deps: BankLinkRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/banklink/link_token", {
    operationId: "createLinkToken",
    tag,
    summary: "Create a link token",
    description:
      "Creates a token with which the owner of a bank account picks it at `callback_url` and gets a public token " +
      "for it. On networks without such a page, link bank accounts by micro deposits (422).",
    access: { scope: "addresses:write" },
    response: { status: 201, description: "The link token.", schema: LinkTokenSchema, example: exampleLink },
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const accountId = accountIn(request);
      const input = { principal: principalOf(request), cause: causeOf(request), accountId };
      return presentLink(await createLinkToken(deps, tx, input));
    },
  });
}

function updateLinkToken(deps: BankLinkRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/addresses/{address_id}/update-link-token", {
    operationId: "createUpdateLinkToken",
    tag,
    summary: "Create a link token for a renewal",
    description:
      "For a bank account that was linked by page and whose address has `needs_update`; other linked ones can be " +
      "renewed too. Registering the resulting public token clears `needs_update`, and the address stays the same. " +
      "A bank account that was not linked by page has nothing to renew (422).",
    access: { scope: "addresses:write" },
    response: { status: 201, description: "The link token.", schema: LinkTokenSchema, example: exampleLink },
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const input = { ...requestedOf(request), cause: causeOf(request) };
      return presentLink(await createUpdateLinkToken(deps, tx, input));
    },
  });
}

function presentLink({
  linkToken: link_token,
  expiresAt,
  callbackUrl: callback_url,
}: LinkToken): ApiResponse {
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
      public_token: Type.String({ maxLength: maxTokenLength, description: "The owner's public token." }),
      transfer_types: Type.Array(TransferTypeRequestSchema, {
        ...several,
        description: `${namesOf(linkableRails)}; not \`wire\`.`,
      }),
      customer_webhook_url: Type.Optional(
        Type.String({
          maxLength: maxUrlLength,
          description:
            "Your customer's webhook URL for this bank account: https, without credentials or fragment.",
          examples: ["https://customer.example/hooks/bank"],
        }),
      ),
    },
    { description: "A bank account picked by its owner." },
  ),
);

const RegisteredSchema = named("RegisteredAccount", Type.Object({ address_id: IdSchema }));

function registration(deps: BankLinkRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/banklink/register-account", {
    operationId: "registerLinkedAccount",
    tag,
    summary: "Register a linked bank account",
    description:
      "Turns the account of a public token into a verified address of this account. If the address already exists, " +
      "the link adds what is missing: debit rails, verification, clearing `needs_update`; if nothing is missing, it " +
      "is a conflict whose detail names the address. A public token is valid once, for 30 minutes, for the account " +
      "and network of its link token; a refused request does not use it up.",
    access: { scope: "addresses:write" },
    body: {
      schema: RegisterSchema,
      example: {
        public_token: "florin_public_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        transfer_types: ["ach_debit", "ach_credit"],
      },
    },
    response: {
      status: 201,
      description: "The address.",
      schema: RegisteredSchema,
      example: { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
      headers: { location: "URL of the address." },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const { id, accountId } = await registerAccount(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      const headers = { location: `/accounts/${accountId}/addresses/${id}` };
      return { status: 201, body: { address_id: id }, headers };
    },
  });
}
