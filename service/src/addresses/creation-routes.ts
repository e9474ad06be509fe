import type { Transaction } from "../db/database.ts";
import { type Answer, bodyOf, causeOf, principalOf, type Route } from "../http/route.ts";
import type { Address } from "./address.ts";
import { AddressSchema, exampleAddress, exampleBank, presentAddress } from "./address-answer.ts";
import { NewExternalAddressSchema, NewInternalAddressSchema } from "./address-request.ts";
import { loadBankDetails } from "./bank/bank-details.ts";
import { type CreateExternalAddressDeps, createExternalAddress } from "./create-external-address.ts";
import { createInternalAddress } from "./create-internal-address.ts";
import type { CustodialDeps } from "./custodial-address.ts";
import { tag } from "./tag.ts";

export type CreationRouteDeps = CustodialDeps & CreateExternalAddressDeps;

export function creationRoutes(deps: CreationRouteDeps): readonly Route[] {
  return [createInternal(deps), createExternal(deps)];
}

const headers = { location: "Where the address is." };

function createInternal(deps: CreationRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/addresses/internal",
    operationId: "createInternalAddress",
    tag,
    summary: "Create a custodial address",
    description:
      "One more custodial address, beside those that the account got when it was completed. `ethereum` and `base` share " +
      "an address; chains of several families in one request are refused with 422.",
    access: { scope: "addresses:write" },
    body: {
      schema: NewInternalAddressSchema,
      example: { name: "Payroll", transfer_types: ["ethereum", "base"] },
    },
    answers: {
      201: { description: "The address.", schema: AddressSchema, example: exampleAddress, headers },
    },
    refusals: ["not_found", "network_not_supported", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "required",
      handle: async (tx, request) => {
        const address = await createInternalAddress(deps, tx, {
          principal: principalOf(request),
          cause: causeOf(request),
          accountId: request.params["account_id"] ?? "",
          request: bodyOf(NewInternalAddressSchema, request),
        });
        return created(deps, tx, address);
      },
    },
  };
}

function createExternal(deps: CreationRouteDeps): Route {
  return {
    method: "POST",
    path: "/accounts/{account_id}/addresses/external",
    operationId: "createExternalAddress",
    tag,
    summary: "Add an external address",
    description:
      "An address of somebody else, on a chain or at a bank; `address` decides for the one variant, `owner`, " +
      "`account_number`, `routing_number` and `account_type` for the other. An address on a chain is checked for its " +
      "chain and screened; of a bank account the routing number is checked, and the account number is kept sealed and " +
      "shown masked. What the account has already, active or archived, is a conflict whose detail names it; so is a " +
      "custodial address of the account itself.",
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
    answers: {
      201: { description: "The address.", schema: AddressSchema, example: exampleBank, headers },
    },
    refusals: ["not_found", "network_not_supported", "conflict", "unprocessable", "address_not_allowed"],
    work: {
      kind: "write",
      idempotencyKey: "required",
      sealsAnswer: true,
      handle: async (tx, request) => {
        const address = await createExternalAddress(deps, tx, {
          principal: principalOf(request),
          cause: causeOf(request),
          accountId: request.params["account_id"] ?? "",
          request: bodyOf(NewExternalAddressSchema, request),
        });
        return created(deps, tx, address);
      },
    },
  };
}

async function created(deps: CreationRouteDeps, tx: Transaction, address: Address): Promise<Answer> {
  const banks = await loadBankDetails(deps, tx, [address]);
  const location = `/accounts/${address.accountId}/addresses/${address.id}`;
  return { status: 201, body: presentAddress(address, banks.get(address.id)), headers: { location } };
}
