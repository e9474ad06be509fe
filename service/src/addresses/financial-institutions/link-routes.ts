import Type from "typebox";
import type { Database } from "../../db/database.ts";
import {
  type ApiResponse,
  accountCallOf,
  accountIn,
  causeOf,
  type Route,
  readRoute,
  writeRoute,
} from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { addressStatuses, bankVerifications } from "../address.ts";
import { loadBankDetails } from "../bank/bank-details.ts";
import { createLinkToken, createUpdateLinkToken } from "../bank-links/create-link-token.ts";
import { exampleLink, LinkTokenSchema, prefillBody, presentLink } from "../bank-links/link-response.ts";
import { type RegisterAccountDeps, registerAccount } from "../bank-links/register-account.ts";
import {
  CustomerWebhookField,
  exampleRegistration,
  presentCustomerWebhook,
  RegisterSchema,
} from "../bank-links/register-request.ts";
import { inquireWebhookUrl } from "../bank-links/webhook-url.ts";
import {
  bankIn,
  deprecationHeaders,
  documentedDeprecation,
  financialInstitutionPath as path,
  requireBank,
  financialInstitutionTag as tag,
} from "./deprecation.ts";

export type LinkRouteDeps = RegisterAccountDeps & { readonly database: Database };

/** Linking of bank accounts under the former names of its endpoints. */
export function linkRoutes(deps: LinkRouteDeps): readonly Route[] {
  return [status(deps), linkToken(deps), updateLinkToken(deps), registration(deps)];
}

const exampleId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const ids = { financial_institution_id: IdSchema, address_id: IdSchema };
const exampleIds = { financial_institution_id: exampleId, address_id: exampleId };

const StatusSchema = named(
  "FinancialInstitutionStatus",
  Type.Object({
    ...ids,
    status: Type.Enum([...addressStatuses]),
    needs_update: Type.Boolean({ description: "The owner must renew the link or verify the account again." }),
    verification: Type.Union([Type.Null(), Type.Enum([...bankVerifications])], {
      description: "Status of the ownership verification; null if the account was not linked.",
    }),
    last_updated: DateTimeSchema,
  }),
);

function status(deps: LinkRouteDeps): Route {
  return readRoute(`GET ${path}/{financial_institution_id}/status`, {
    operationId: "getFinancialInstitutionStatus",
    tag,
    deprecated: true,
    summary: "Get the status of a bank address",
    description:
      "Use `GET /accounts/{account_id}/addresses/{address_id}`, whose response has the same fields and more.",
    access: { scope: "financial-institutions:read" },
    response: {
      description: "The status.",
      schema: StatusSchema,
      example: {
        ...exampleIds,
        status: "active",
        needs_update: false,
        verification: "verified",
        last_updated: "2026-11-15T10:51:12.000Z",
      },
      headers: documentedDeprecation,
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const address = await requireBank(deps.database, request);
      const bank = (await loadBankDetails(deps, deps.database, [address])).get(address.id);
      const body = {
        financial_institution_id: address.id,
        address_id: address.id,
        status: address.status,
        needs_update: bank?.needsUpdate ?? false,
        verification: address.verification ?? null,
        last_updated: formatInstant(address.updatedAt),
      };
      return { status: 200, body, headers: successor(address.accountId, `addresses/${address.id}`) };
    },
  });
}

function linkToken(deps: LinkRouteDeps): Route {
  return writeRoute(`POST ${path}/banklink/link_token`, {
    operationId: "createFinancialInstitutionLinkToken",
    tag,
    deprecated: true,
    summary: "Create a link token",
    description: "Use `POST /accounts/{account_id}/banklink/link_token`, which does the same.",
    access: { scope: "financial-institutions:write" },
    body: prefillBody,
    response: linkTokenResponse,
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const input = { ...accountCallOf(request), request: request.body };
      const link = presentLink(await createLinkToken(deps, tx, input));
      return { ...link, headers: successor(accountIn(request), "banklink/link_token") };
    },
  });
}

function updateLinkToken(deps: LinkRouteDeps): Route {
  return writeRoute(`POST ${path}/{financial_institution_id}/update-link-token`, {
    operationId: "createFinancialInstitutionUpdateLinkToken",
    tag,
    deprecated: true,
    summary: "Create a link token for a renewal",
    description:
      "Use `POST /accounts/{account_id}/addresses/{address_id}/update-link-token`, which does the same with the same id.",
    access: { scope: "financial-institutions:write" },
    body: prefillBody,
    response: linkTokenResponse,
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const requested = bankIn(request);
      const input = { ...requested, cause: causeOf(request), request: request.body };
      const link = presentLink(await createUpdateLinkToken(deps, tx, input));
      const { accountId, addressId } = requested;
      return { ...link, headers: successor(accountId, `addresses/${addressId}/update-link-token`) };
    },
  });
}

function registration(deps: LinkRouteDeps): Route {
  return writeRoute(`POST ${path}/register-account`, {
    operationId: "registerFinancialInstitution",
    tag,
    deprecated: true,
    summary: "Register a linked bank account",
    description: "Use `POST /accounts/{account_id}/banklink/register-account`, which does the same.",
    access: { scope: "financial-institutions:write" },
    body: { schema: RegisterSchema, example: exampleRegistration },
    response: {
      status: 201,
      description: "The bank address, under both names.",
      schema: named(
        "RegisteredFinancialInstitution",
        Type.Object({ ...ids, customer_webhook: CustomerWebhookField }),
      ),
      example: exampleIds,
      headers: { ...documentedDeprecation, location: "URL of the bank address." },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    sealsResponse: true,
    inquire: ({ body }) => inquireWebhookUrl(deps.bankLinks.callbacks, body.customer_webhook_url),
    handle: async (tx, request): Promise<ApiResponse> => {
      const input = { ...accountCallOf(request), request: request.body };
      const { address, customerWebhook } = await registerAccount(deps, tx, input);
      const { id, accountId } = address;
      const location = `/accounts/${accountId}/financial-institutions/${id}`;
      const headers = { ...successor(accountId, "banklink/register-account"), location };
      const body = {
        financial_institution_id: id,
        address_id: id,
        ...presentCustomerWebhook(customerWebhook),
      };
      return { status: 201, body, headers };
    },
  });
}

const linkTokenResponse = {
  status: 201,
  description: "The link token.",
  schema: LinkTokenSchema,
  example: exampleLink,
  headers: documentedDeprecation,
};

function successor(accountId: string, path: string): Readonly<Record<string, string>> {
  return deprecationHeaders(`/accounts/${accountId}/${path}`);
}
