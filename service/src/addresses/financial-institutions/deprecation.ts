import type { Session } from "../../db/database.ts";
import { type ApiRequest, accountIn, principalOf } from "../../http/route.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { BankAddress } from "../address.ts";
import { type RequestedAddress, requireAddress } from "../requested-address.ts";

export const financialInstitutionTag = {
  name: "Financial institutions",
  description:
    "Deprecated: bank addresses under their former name. Use the address endpoints; the ids are the same.",
};
export const financialInstitutionPath = "/accounts/{account_id}/financial-institutions";

/** The account and the bank address in the path of a request. */
export function bankIn(request: ApiRequest): RequestedAddress {
  const { financial_institution_id: addressId = "" } = request.params;
  return { principal: principalOf(request), accountId: accountIn(request), addressId };
}

/** Addresses on chains are not found. */
export async function requireBank(session: Session, request: ApiRequest): Promise<BankAddress> {
  const address = await requireAddress(session, bankIn(request));
  if (address.medium === "bank") return address;
  throw new RefusalError(refuse("not_found", "there is no bank address with this id"));
}

/** 1 November 2026, when the address model replaced these endpoints; a UNIX time, as in RFC 9745. */
const deprecatedSince = "@1793491200";

/** Headers of a deprecated endpoint, with its successor. There is no sunset date. */
export function deprecationHeaders(successor: string): Readonly<Record<string, string>> {
  return { deprecation: deprecatedSince, link: `<${successor}>; rel="successor-version"` };
}

/** The headers for the OpenAPI document. */
export const documentedDeprecation = {
  deprecation: "When this endpoint was deprecated (RFC 9745).",
  link: 'Successor of the endpoint, as `rel="successor-version"`.',
};
