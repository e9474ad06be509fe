import { type FieldError, type Refusal, refuse } from "../kernel/refusal.ts";
import type { NewExternalAddress } from "./address-request.ts";
import type { HolderType } from "./bank/bank-details.ts";

/** A request for an external address, as one of the two variants. */
export type ExternalVariant = ChainVariant | BankVariant;

export interface ChainVariant extends Pick<NewExternalAddress, "transfer_types"> {
  readonly ownership?: Exclude<NewExternalAddress["ownership"], HolderType>;
  readonly variant: "blockchain";
  readonly name: string;
  readonly address: string;
}

export interface BankVariant
  extends Pick<
    NewExternalAddress,
    "transfer_types" | "name" | "ownership" | "holder_type" | "bank_address" | "beneficiary_address"
  > {
  readonly variant: "bank";
  readonly owner: string;
  readonly account_number: string;
  readonly routing_number: string;
  readonly account_type: NonNullable<NewExternalAddress["account_type"]>;
}

const bankFields = ["owner", "account_number", "routing_number", "account_type"] as const;
const onlyBankFields = [...bankFields, "holder_type", "bank_address", "beneficiary_address"] as const;

const decides =
  "address determines the blockchain variant; owner, account_number, routing_number and account_type determine the " +
  "bank variant";

/** A request that fits both variants, or neither, gets an error that names the deciding fields. */
export function readVariant(request: NewExternalAddress): ExternalVariant | Refusal {
  const sentForBanks = onlyBankFields.filter((field) => request[field] !== undefined);
  if (request.address !== undefined && sentForBanks.length > 0) {
    const detail = "belongs to the bank variant and is not allowed together with address";
    return notOne(
      `the body fits both variants: ${decides}`,
      sentForBanks.map((field) => ({ pointer: `/${field}`, detail })),
    );
  }
  if (request.address === undefined && sentForBanks.length === 0) {
    const detail = "is required, unless the fields of the bank variant are sent";
    return notOne(`the body fits neither variant: ${decides}`, [{ pointer: "/address", detail }]);
  }
  return request.address === undefined ? bankVariant(request) : chainVariant(request, request.address);
}

function chainVariant(
  { name, transfer_types, ownership }: NewExternalAddress,
  address: string,
): ChainVariant | Refusal {
  if (name === undefined) return lacking("blockchain", ["name"]);
  if (ownership === "individual" || ownership === "business") {
    const detail = "states a holder type, which only bank accounts have";
    return notOne(`/ownership ${detail}`, [{ pointer: "/ownership", detail }]);
  }
  return { variant: "blockchain", name, address, transfer_types, ownership };
}

function bankVariant(request: NewExternalAddress): BankVariant | Refusal {
  const { owner, account_number, routing_number, account_type } = request;
  if (
    owner === undefined ||
    account_number === undefined ||
    routing_number === undefined ||
    account_type === undefined
  ) {
    const missing = bankFields.filter((field) => request[field] === undefined);
    return lacking("bank", missing);
  }
  return { ...request, variant: "bank", owner, account_number, routing_number, account_type };
}

function lacking(variant: ExternalVariant["variant"], fields: readonly string[]): Refusal {
  const detail = `is required for the ${variant} variant`;
  const [first = ""] = fields;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : "";
  return notOne(
    `/${first} ${detail}${more}; ${decides}`,
    fields.map((field) => ({ pointer: `/${field}`, detail })),
  );
}

function notOne(detail: string, errors: readonly FieldError[]): Refusal {
  return refuse("validation_failed", detail, { errors });
}
