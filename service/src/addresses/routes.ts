import Type, { type Static } from "typebox";
import type { Database } from "../db/database.ts";
import { listRoute } from "../http/list-route.ts";
import { PaginationSchema, pageQuery } from "../http/paging.ts";
import { accountIn, causeOf, principalOf, type Route, readRoute, writeRoute } from "../http/route.ts";
import { named, strictObject } from "../http/schemas.ts";
import { addressTag as tag } from "../http/tags.ts";
import type { Network } from "../kernel/id.ts";
import { orThrow } from "../kernel/refusal.ts";
import { type Address, addressKinds } from "./address.ts";
import { AddressChangeSchema, maxAddressLength } from "./address-request.ts";
import {
  AddressItemSchema,
  AddressSchema,
  exampleAddress,
  exampleItem,
  presentAddress,
  presentItem,
} from "./address-response.ts";
import { type BalanceRouteDeps, balanceRoutes } from "./balance-routes.ts";
import { loadBankDetails } from "./bank/bank-details.ts";
import { type CreationRouteDeps, creationRoutes } from "./creation-routes.ts";
import {
  type FinancialInstitutionRouteDeps,
  financialInstitutionRoutes,
} from "./financial-institutions/routes.ts";
import { addressRows, isPaged, maxUnpaged, storedForm } from "./list-addresses.ts";
import { requestedOf, requireAccountScope, requireAddress } from "./requested-address.ts";
import type { AddressFilter } from "./store.ts";
import { readTransferType, TransferTypeFilterSchema } from "./transfer-type.ts";
import { transferTypesRoute } from "./transfer-types-route.ts";
import { updateAddress } from "./update-address.ts";

export type AddressRouteDeps = CreationRouteDeps &
  BalanceRouteDeps &
  FinancialInstitutionRouteDeps & { readonly database: Database };

export function addressRoutes(deps: AddressRouteDeps): readonly Route[] {
  return [
    transferTypesRoute(deps),
    listAddresses(deps),
    ...creationRoutes(deps),
    getAddress(deps),
    changeAddress(deps),
    ...balanceRoutes(deps),
    ...financialInstitutionRoutes(deps),
  ];
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
  address: Type.Optional(
    Type.String({
      maxLength: maxAddressLength,
      description: "Exact on-chain address; case-insensitive if hexadecimal.",
    }),
  ),
  type: Type.Optional(Type.Enum([...addressKinds], { description: "Filter by type." })),
  transfer_type: Type.Optional(
    Type.Array(TransferTypeFilterSchema, {
      maxItems: 20,
      description: "Filter by any of these transfer types; can be repeated.",
    }),
  ),
});

const AddressListSchema = named(
  "AddressList",
  Type.Object({
    addresses: Type.Array(AddressItemSchema),
    pagination: Type.Optional(PaginationSchema),
  }),
);

function listAddresses(deps: AddressRouteDeps): Route {
  return listRoute("GET /accounts/{account_id}/addresses", {
    operationId: "listAddresses",
    tag,
    summary: "List addresses",
    description:
      "Every address of the account, internal and external, newest first, in one response. With `page[size]` the " +
      `response is paginated, which is required for accounts with more than ${maxUnpaged} addresses (422 otherwise).`,
    access: { scope: "addresses:read" },
    query: ListQuery,
    response: {
      description: "The addresses.",
      schema: AddressListSchema,
      example: { addresses: [exampleItem] },
    },
    refusals: ["not_found", "network_not_supported", "unprocessable"],
    list: {
      session: deps.database,
      rows: addressRows,
      filters: async (request) => {
        const principal = principalOf(request);
        const filter = readFilter(deps, request.query, principal.network);
        const scope = await requireAccountScope(deps.database, principal, accountIn(request));
        return { ...scope, ...filter, isPaged: isPaged(request) };
      },
      name: "addresses",
      status: "type",
      present: (addresses) => presentItems(deps, addresses),
      around: (request) => (isPaged(request) ? {} : { pagination: undefined }),
    },
  });
}

function readFilter(
  deps: AddressRouteDeps,
  { address, type, transfer_type: transferTypes }: Static<typeof ListQuery>,
  network: Network,
): AddressFilter {
  const place = { network, pointer: "/query/transfer_type" };
  return {
    ...(address === undefined ? {} : { onChainAddress: storedForm(deps, network, address) }),
    ...(type === undefined ? {} : { kind: type }),
    ...(transferTypes === undefined
      ? {}
      : { transferTypes: transferTypes.map((spelling) => orThrow(readTransferType(spelling, place))) }),
  };
}

async function presentItems(deps: AddressRouteDeps, addresses: readonly Address[]) {
  const banks = await loadBankDetails(deps, deps.database, addresses);
  return addresses.map((address) => presentItem(address, banks.get(address.id)));
}

function getAddress(deps: AddressRouteDeps): Route {
  return readRoute("GET /accounts/{account_id}/addresses/{address_id}", {
    operationId: "getAddress",
    tag,
    summary: "Get an address",
    description: "An address of the account, active or archived. Any other id is not found.",
    access: { scope: "addresses:read" },
    response: { description: "The address.", schema: AddressSchema, example: exampleAddress },
    refusals: ["not_found"],
    handle: async (request) => {
      const address = await requireAddress(deps.database, requestedOf(request));
      const banks = await loadBankDetails(deps, deps.database, [address]);
      return { status: 200, body: presentAddress(address, banks.get(address.id)) };
    },
  });
}

function changeAddress(deps: AddressRouteDeps): Route {
  return writeRoute("PATCH /accounts/{account_id}/addresses/{address_id}", {
    operationId: "updateAddress",
    tag,
    summary: "Update an address",
    description:
      "Renames an address, archives or reactivates an external one, or adds transfer types: further chains of its " +
      "family, or further rails of a bank account (`wire` only if both street addresses are on file or in the request, " +
      "debits only if it is linked). `bank_address` and `beneficiary_address` replace those of a bank account. A " +
      "reactivated external address is screened again.",
    access: { scope: "addresses:write" },
    body: { schema: AddressChangeSchema, example: { name: "Payroll" } },
    response: { description: "The address.", schema: AddressSchema, example: exampleAddress },
    refusals: ["not_found", "network_not_supported", "unprocessable", "address_not_allowed"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const cause = causeOf(request);
      const change = request.body;
      const address = await updateAddress(deps, tx, { ...requestedOf(request), cause, change });
      const banks = await loadBankDetails(deps, tx, [address]);
      return { status: 200, body: presentAddress(address, banks.get(address.id)) };
    },
  });
}
