import Type from "typebox";
import { maxTextLength, StreetAddressSchema } from "../../accounts/index.ts";
import type { Database } from "../../db/database.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import {
  type ApiResponse,
  accountCallOf,
  accountIn,
  principalOf,
  type Route,
  readRoute,
  writeRoute,
} from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { creditRails } from "../../rails/rail.ts";
import { maxNumberLength, several } from "../address-request.ts";
import {
  AddressItemSchema,
  AddressSchema,
  exampleBank,
  presentAddress,
  presentItem,
} from "../address-response.ts";
import { accountTypes, loadBankDetails } from "../bank/bank-details.ts";
import { namesOf } from "../bank/credit-rail.ts";
import { type CreateExternalAddressDeps, createExternalAddress } from "../create-external-address.ts";
import { listAddressPage, listAllAddresses, maxUnpaged } from "../list-addresses.ts";
import { requireAccountScope, requireAddress } from "../requested-address.ts";
import { TransferTypeRequestSchema } from "../transfer-type.ts";

export type FinancialInstitutionRouteDeps = CreateExternalAddressDeps & { readonly database: Database };

/** Endpoints of older clients. Each is an address endpoint under another name, for banks only. */
export function financialInstitutionRoutes(deps: FinancialInstitutionRouteDeps): readonly Route[] {
  return [list(deps), create(deps), get(deps)];
}

const tag = {
  name: "Financial institutions",
  description:
    "Deprecated: bank addresses under their former name. Use the address endpoints; the ids are the same.",
};
const path = "/accounts/{account_id}/financial-institutions";

const ListQuery = strictObject({
  ...pageQuery,
  "page[size]": Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "Page size; without it, all items are returned in one response.",
    }),
  ),
});

const ListSchema = named(
  "FinancialInstitutionList",
  Type.Object({
    financial_institutions: Type.Array(AddressItemSchema),
    pagination: Type.Optional(PaginationSchema),
  }),
);

const {
  bank_address: _bank,
  beneficiary_address: _beneficiary,
  last_updated: _,
  ...exampleItem
} = exampleBank;

function list(deps: FinancialInstitutionRouteDeps): Route {
  return readRoute(`GET ${path}`, {
    operationId: "listFinancialInstitutions",
    tag,
    deprecated: true,
    summary: "List bank addresses",
    description:
      "Use `GET /accounts/{account_id}/addresses`. The bank addresses of the account, newest first, in one response, " +
      `or in pages with \`page[size]\`, which is required for more than ${maxUnpaged} (422 otherwise).`,
    access: { scope: "financial-institutions:read" },
    query: ListQuery,
    response: {
      description: "The bank addresses.",
      schema: ListSchema,
      example: { financial_institutions: [exampleItem] },
      headers: documentedDeprecation,
    },
    refusals: ["not_found", "unprocessable"],
    handle: async (request) => {
      const { database } = deps;
      const scope = await requireAccountScope(database, principalOf(request), accountIn(request));
      const filter = { medium: "bank" } as const;
      const isPaged = Object.keys(request.query as object).length > 0;
      const page = isPaged
        ? await listAddressPage(database, scope, filter, request.page())
        : { items: await listAllAddresses(database, scope, filter) };
      const banks = await loadBankDetails(deps, database, page.items);
      const items = page.items.map((address) => presentItem(address, banks.get(address.id)));
      const pagination = "pagination" in page ? { pagination: page.pagination } : {};
      const headers = deprecationHeaders(`/accounts/${scope.accountId}/addresses`);
      return { status: 200, body: { financial_institutions: items, ...pagination }, headers };
    },
  });
}

const NewSchema = named(
  "CreateFinancialInstitutionRequest",
  strictObject(
    {
      owner: Type.String({ maxLength: maxTextLength, description: "Owner of the bank account." }),
      account_number: Type.String({
        maxLength: maxNumberLength,
        description: "4 to 17 letters and digits. Stored encrypted and returned masked.",
      }),
      routing_number: Type.String({ maxLength: maxNumberLength, description: "ABA routing number." }),
      account_type: Type.Enum([...accountTypes]),
      transfer_types: Type.Array(TransferTypeRequestSchema, {
        ...several,
        description: `${namesOf(creditRails)}.`,
      }),
      name: Type.Optional(Type.String({ maxLength: maxTextLength, description: "Display name." })),
      bank_address: Type.Optional(StreetAddressSchema),
      beneficiary_address: Type.Optional(StreetAddressSchema),
    },
    { description: "Bank variant of an external address." },
  ),
);

function create(deps: FinancialInstitutionRouteDeps): Route {
  return writeRoute(`POST ${path}/external`, {
    operationId: "createFinancialInstitution",
    tag,
    deprecated: true,
    summary: "Add a bank address",
    description: "Use `POST /accounts/{account_id}/addresses/external`, which does the same for a bank.",
    access: { scope: "financial-institutions:write" },
    body: {
      schema: NewSchema,
      example: {
        owner: "Acme Supplies LLC",
        account_number: "1234567890",
        routing_number: "021000021",
        account_type: "checking",
        transfer_types: ["ach_credit", "same_day_ach_credit"],
        name: "Supplier",
      },
    },
    response: {
      status: 201,
      description: "The bank address.",
      schema: AddressSchema,
      example: exampleBank,
      headers: { ...documentedDeprecation, location: "URL of the bank address." },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable"],
    idempotencyKey: "required",
    sealsResponse: true,
    handle: async (tx, request): Promise<ApiResponse> => {
      const address = await createExternalAddress(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      const banks = await loadBankDetails(deps, tx, [address]);
      const account = `/accounts/${address.accountId}`;
      return {
        status: 201,
        body: presentAddress(address, banks.get(address.id)),
        headers: {
          ...deprecationHeaders(`${account}/addresses/external`),
          location: `${account}/financial-institutions/${address.id}`,
        },
      };
    },
  });
}

function get(deps: FinancialInstitutionRouteDeps): Route {
  return readRoute(`GET ${path}/{financial_institution_id}`, {
    operationId: "getFinancialInstitution",
    tag,
    deprecated: true,
    summary: "Get a bank address",
    description: "Use `GET /accounts/{account_id}/addresses/{address_id}` with the same id.",
    access: { scope: "financial-institutions:read" },
    response: {
      description: "The bank address.",
      schema: AddressSchema,
      example: exampleBank,
      headers: documentedDeprecation,
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const { financial_institution_id: addressId = "" } = request.params;
      const requested = {
        principal: principalOf(request),
        accountId: accountIn(request),
        addressId,
      };
      const address = await requireAddress(deps.database, requested);
      if (address.medium === "chain") {
        throw new RefusalError(refuse("not_found", "there is no bank address with this id"));
      }
      const banks = await loadBankDetails(deps, deps.database, [address]);
      const headers = deprecationHeaders(`/accounts/${address.accountId}/addresses/${address.id}`);
      return { status: 200, body: presentAddress(address, banks.get(address.id)), headers };
    },
  });
}

/** 1 November 2026, when the address model replaced these endpoints; a UNIX time, as in RFC 9745. */
const deprecatedSince = "@1793491200";

/** Headers of a deprecated endpoint, with its successor. There is no sunset date. */
function deprecationHeaders(successor: string): Readonly<Record<string, string>> {
  return { deprecation: deprecatedSince, link: `<${successor}>; rel="successor-version"` };
}

/** The headers for the OpenAPI document. */
const documentedDeprecation = {
  deprecation: "When this endpoint was deprecated (RFC 9745).",
  link: 'Successor of the endpoint, as `rel="successor-version"`.',
};
