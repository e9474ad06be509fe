import Type from "typebox";
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
import { orThrow } from "../../kernel/refusal.ts";
import {
  AddressItemSchema,
  AddressSchema,
  exampleBank,
  presentAddress,
  presentItem,
} from "../address-response.ts";
import { loadBankDetails } from "../bank/bank-details.ts";
import { type CreateExternalAddressDeps, createExternalAddress } from "../create-external-address.ts";
import { addressRows, isPaged, maxUnpaged } from "../list-addresses.ts";
import { requireAccountScope } from "../requested-address.ts";
import {
  deprecationHeaders,
  documentedDeprecation,
  financialInstitutionPath as path,
  requireBank,
  financialInstitutionTag as tag,
} from "./deprecation.ts";
import { type LinkRouteDeps, linkRoutes } from "./link-routes.ts";
import { NewBankSchema, readNewBank, repointed } from "./new-bank.ts";

export type FinancialInstitutionRouteDeps = CreateExternalAddressDeps &
  LinkRouteDeps & { readonly database: Database };

/** Endpoints of older clients. Each is an address endpoint under another name, for banks only. */
export function financialInstitutionRoutes(deps: FinancialInstitutionRouteDeps): readonly Route[] {
  return [list(deps), create(deps), get(deps), ...linkRoutes(deps)];
}

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
      const query = { ...scope, ...filter, isPaged: isPaged(request) };
      const page = await addressRows.page(database, query, request.page());
      const banks = await loadBankDetails(deps, database, page.items);
      const items = page.items.map((address) => presentItem(address, banks.get(address.id)));
      const pagination = query.isPaged ? { pagination: page.pagination } : {};
      const headers = deprecationHeaders(`/accounts/${scope.accountId}/addresses`);
      return { status: 200, body: { financial_institutions: items, ...pagination }, headers };
    },
  });
}

function create(deps: FinancialInstitutionRouteDeps): Route {
  return writeRoute(`POST ${path}/external`, {
    operationId: "createFinancialInstitution",
    tag,
    deprecated: true,
    summary: "Add a bank address",
    description:
      "Use `POST /accounts/{account_id}/addresses/external`, which does the same for a bank. Also takes the older body " +
      "with `transfer_type` and `bank_details`.",
    access: { scope: "financial-institutions:write" },
    body: {
      schema: NewBankSchema,
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
      const { body, pointerOf } = orThrow(readNewBank(request.body));
      const call = { ...accountCallOf(request), request: body };
      const { address } = await createExternalAddress(deps, tx, call).catch(repointed(pointerOf));
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
      const address = await requireBank(deps.database, request);
      const banks = await loadBankDetails(deps, deps.database, [address]);
      const headers = deprecationHeaders(`/accounts/${address.accountId}/addresses/${address.id}`);
      return { status: 200, body: presentAddress(address, banks.get(address.id)), headers };
    },
  });
}
