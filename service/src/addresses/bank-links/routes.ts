import Type from "typebox";
import { accountCallOf, accountIn, causeOf, principalOf, type Route, writeRoute } from "../../http/route.ts";
import { IdSchema, named } from "../../http/schemas.ts";
import { bankLinkTag as tag } from "../../http/tags.ts";
import { requestedOf } from "../requested-address.ts";
import { callbackRoute } from "./callback-route.ts";
import { createLinkToken, createUpdateLinkToken } from "./create-link-token.ts";
import { exampleLink, LinkTokenSchema, prefillBody, presentLink } from "./link-response.ts";
import { type MicroDepositRouteDeps, microDepositRoutes } from "./micro-deposit-routes.ts";
import { type PageRouteDeps, pageRoutes } from "./page-routes.ts";
import { type RegisterAccountDeps, registerAccount } from "./register-account.ts";
import {
  CustomerWebhookField,
  exampleRegistration,
  presentCustomerWebhook,
  RegisterSchema,
} from "./register-request.ts";
import { type SimulationRouteDeps, simulatePublicToken } from "./simulation-route.ts";
import { inquireWebhookUrl } from "./webhook-url.ts";

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
    callbackRoute(deps),
    ...microDepositRoutes(deps),
    ...pageRoutes(deps),
    ...simulatePublicToken(deps),
  ];
}

function linkToken(deps: BankLinkRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/banklink/link_token", {
    operationId: "createLinkToken",
    tag,
    summary: "Create a link token",
    description:
      "Creates a token with which the owner of a bank account picks it at `link_url` and gets a public token for it. " +
      "Register it, or let the owner's client send it to `callback_url`. The body is optional. On networks without such a page, link bank accounts by micro deposits (422).",
    access: { scope: "addresses:write" },
    body: prefillBody,
    response: { status: 201, description: "The link token.", schema: LinkTokenSchema, example: exampleLink },
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const accountId = accountIn(request);
      const input = {
        principal: principalOf(request),
        cause: causeOf(request),
        accountId,
        request: request.body,
      };
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
    body: prefillBody,
    response: { status: 201, description: "The link token.", schema: LinkTokenSchema, example: exampleLink },
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const input = { ...requestedOf(request), cause: causeOf(request), request: request.body };
      return presentLink(await createUpdateLinkToken(deps, tx, input));
    },
  });
}

const RegisteredSchema = named(
  "RegisteredAccount",
  Type.Object({ address_id: IdSchema, customer_webhook: CustomerWebhookField }),
);

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
      example: exampleRegistration,
    },
    response: {
      status: 201,
      description: "The address.",
      schema: RegisteredSchema,
      example: { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
      headers: { location: "URL of the address." },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    sealsResponse: true,
    inquire: ({ body }) => inquireWebhookUrl(deps.bankLinks.callbacks, body.customer_webhook_url),
    handle: async (tx, request) => {
      const { address, customerWebhook } = await registerAccount(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      const { id, accountId } = address;
      const headers = { location: `/accounts/${accountId}/addresses/${id}` };
      return { status: 201, body: { address_id: id, ...presentCustomerWebhook(customerWebhook) }, headers };
    },
  });
}
