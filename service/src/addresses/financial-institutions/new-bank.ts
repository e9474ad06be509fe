import Type, { type Static } from "typebox";
import { type AddressRequest, maxTextLength, StreetAddressSchema } from "../../accounts/index.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { type Refusal, RefusalError } from "../../kernel/refusal.ts";
import { creditRails } from "../../rails/rail.ts";
import { maxNumberLength, type NewExternalAddress, several } from "../address-request.ts";
import { accountTypes } from "../bank/bank-details.ts";
import { namesOf } from "../bank/credit-rail.ts";
import { HolderTypeSchema, OwnershipRequestSchema } from "../ownership.ts";
import { refuseAt } from "../read-transfer-types.ts";
import { AddressTransferTypeSchema } from "../transfer-type.ts";

const account = {
  owner: Type.String({ maxLength: maxTextLength, description: "Owner of the bank account." }),
  account_number: Type.String({
    maxLength: maxNumberLength,
    description: "4 to 17 letters and digits. Stored encrypted and returned masked.",
  }),
  routing_number: Type.String({ maxLength: maxNumberLength, description: "ABA routing number." }),
  account_type: Type.Enum([...accountTypes]),
};
const TransferTypesSchema = Type.Array(AddressTransferTypeSchema, {
  ...several,
  description: `${namesOf(creditRails)}.`,
});

/** The current and the older body in one schema: `readNewBank` determines which of them it is. */
export const NewBankSchema = named(
  "CreateFinancialInstitutionRequest",
  strictObject(
    {
      ...Type.Partial(Type.Object(account)).properties,
      transfer_types: Type.Optional(TransferTypesSchema),
      name: Type.Optional(Type.String({ maxLength: maxTextLength, description: "Display name." })),
      ownership: Type.Optional(OwnershipRequestSchema),
      holder_type: Type.Optional(HolderTypeSchema),
      bank_address: Type.Optional(StreetAddressSchema),
      beneficiary_address: Type.Optional(StreetAddressSchema),
      transfer_type: Type.Optional({
        ...TransferTypesSchema,
        deprecated: true,
        description: "Older body: the transfer types.",
      }),
      bank_details: Type.Optional(
        strictObject(
          {
            ...account,
            name: Type.Optional(
              Type.String({
                maxLength: maxTextLength,
                description: "Name of the bank; the display name if `name` is absent.",
              }),
            ),
            address: Type.Optional(
              Type.Union([Type.String({ maxLength: maxTextLength }), StreetAddressSchema], {
                description:
                  "Address of the bank: an object, or text such as `1 Main St, New York, NY 10001`.",
              }),
            ),
          },
          { deprecated: true, description: "Older body: the bank account." },
        ),
      ),
    },
    {
      description:
        "Bank variant of an external address. Deprecated, but accepted: the older body with `name`, `transfer_type` and " +
        "`bank_details`.",
    },
  ),
);

type NewBank = Static<typeof NewBankSchema>;

export interface ReadNewBank {
  readonly body: NewExternalAddress;
  /** Where a field of the canonical body is in the request. */
  readonly pointerOf: (pointer: string) => string;
}

/** The canonical body of a request in either form. */
export function readNewBank(request: NewBank): ReadNewBank | Refusal {
  const { transfer_type: types, bank_details: bank, transfer_types, ...rest } = request;
  if (types === undefined && bank === undefined) {
    if (transfer_types === undefined) return missing("/transfer_types");
    return { body: { ...rest, transfer_types }, pointerOf: (pointer) => pointer };
  }
  if (types === undefined) return missing("/transfer_type");
  if (bank === undefined) return missing("/bank_details");
  const both = ["transfer_types", ...Object.keys(account)].find((field) => request[field as keyof NewBank]);
  if (both !== undefined)
    return refuseAt("validation_failed", `/${both}`, "is not allowed with bank_details");
  const { name: bankName, address, ...details } = bank;
  const bankAddress = typeof address === "string" ? readAddressText(address) : address;
  if (bankAddress === null)
    return refuseAt(
      "unprocessable",
      "/bank_details/address",
      "must be an object, or street, city, state and ZIP",
    );
  const body = {
    ...rest,
    ...details,
    transfer_types: types,
    ...(rest.name === undefined && bankName !== undefined ? { name: bankName } : {}),
    ...(bankAddress === undefined ? {} : { bank_address: bankAddress }),
  };
  return { body, pointerOf: olderPointer };
}

function missing(pointer: string): Refusal {
  return refuseAt("validation_failed", pointer, "is required");
}

/** Street, city, state and ZIP, separated by commas; null if it is anything else. */
function readAddressText(text: string): AddressRequest | null {
  const found =
    /^(?<street>[^,]+(?:,[^,]+)?),\s*(?<city>[^,]+),\s*(?<state>[A-Za-z ]+?)\s+(?<zip>\d{5}(?:-\d{4})?)$/.exec(
      text.trim(),
    );
  const { street = "", city = "", state = "", zip = "" } = found?.groups ?? {};
  return found === null ? null : { street_line_1: street.trim(), city: city.trim(), state, zip };
}

/** The fields of the older body have other names and places. */
function olderPointer(pointer: string): string {
  const [, field = "", ...below] = pointer.split("/");
  const place =
    field === "transfer_types"
      ? "transfer_type"
      : field === "bank_address"
        ? "bank_details/address"
        : Object.hasOwn(account, field)
          ? `bank_details/${field}`
          : field;
  return `/${[place, ...below].join("/")}`;
}

/** Rethrows a refusal with the pointers of the request. */
export function repointed(pointerOf: (pointer: string) => string) {
  return (error: unknown): never => {
    if (!(error instanceof RefusalError) || error.refusal.errors === undefined) throw error;
    const { refusal } = error;
    const errors = refusal.errors?.map((each) => ({ ...each, pointer: pointerOf(each.pointer) })) ?? [];
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
    const detail = first === undefined ? refusal.detail : `${first.pointer} ${first.detail}${more}`;
    throw new RefusalError({ ...refusal, detail, errors });
  };
}
