import type { Transaction } from "../db/database.ts";
import { type ApiResponse, accountCallOf, type Route, writeRoute } from "../http/route.ts";
import { addressTag as tag } from "../http/tags.ts";
import type { AddedAddress } from "./add-chain-address.ts";
import { NewExternalAddressSchema, NewInternalAddressSchema } from "./address-request.ts";
import { AddressSchema, exampleAddress, exampleBank, presentAddress } from "./address-response.ts";
import { loadBankDetails } from "./bank/bank-details.ts";
import { type CreateExternalAddressDeps, createExternalAddress } from "./create-external-address.ts";
import { createInternalAddress } from "./create-internal-address.ts";
import type { CustodialDeps } from "./custodial-address.ts";

export type CreationRouteDeps = CustodialDeps & CreateExternalAddressDeps;

export function creationRoutes(deps: CreationRouteDeps): readonly Route[] {
  return [createInternal(deps), createExternal(deps)];
}

const headers = { location: "URL of the address." };

function createInternal(deps: CreationRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/addresses/internal", {
    operationId: "createInternalAddress",
    tag,
    summary: "Create a custodial address",
    description:
      "Creates a custodial address in addition to those created when the account was completed. `ethereum` and " +
      "`base` share an address; a request with chains of several families is refused with 422.",
    access: { scope: "addresses:write" },
    body: {
      schema: NewInternalAddressSchema,
      example: { name: "Payroll", transfer_types: ["ethereum", "base"] },
    },
    response: {
      status: 201,
      description: "The address.",
      schema: AddressSchema,
      example: exampleAddress,
      headers,
    },
    refusals: ["not_found", "network_not_supported", "unprocessable"],
    idempotencyKey: "required",
    handle: async (tx, request) => {
      const address = await createInternalAddress(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      return created(deps, tx, { address, isNew: true });
    },
  });
}

function createExternal(deps: CreationRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/addresses/external", {
    operationId: "createExternalAddress",
    tag,
    summary: "Add an external address",
    description:
      "Adds an external address on a chain or at a bank. `address` determines the blockchain variant, `owner`, " +
      "`account_number`, `routing_number` and `account_type` the bank variant. An on-chain address is validated for " +
      "its chain and screened; the routing number of a bank account is validated, and its account number is stored " +
      "encrypted and returned masked. An on-chain address that the account already has is returned with status 200; " +
      "chains of its family that it lacks are added, as by `PATCH`. It keeps its name and ownership. A bank account that " +
      "the account already has, and an address that is archived or custodial, is a conflict whose detail names it.",
    access: { scope: "addresses:write" },
    body: {
      schema: NewExternalAddressSchema,
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
      description: "The address.",
      schema: AddressSchema,
      example: exampleBank,
      headers,
    },
    existing: {
      description:
        "The on-chain address that the account already had, with further chains if the request has any.",
      schema: AddressSchema,
      example: { ...exampleAddress, type: "external", ownership: "self_owned" },
      headers,
    },
    effect: "perhaps",
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable", "address_not_allowed"],
    idempotencyKey: "required",
    sealsResponse: true,
    handle: async (tx, request) => {
      const added = await createExternalAddress(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      return created(deps, tx, added);
    },
  });
}

async function created(
  deps: CreationRouteDeps,
  tx: Transaction,
  { address, isNew }: AddedAddress,
): Promise<ApiResponse> {
  const banks = await loadBankDetails(deps, tx, [address]);
  const location = `/accounts/${address.accountId}/addresses/${address.id}`;
  const body = presentAddress(address, banks.get(address.id));
  return { status: isNew ? 201 : 200, body, headers: { location } };
}
