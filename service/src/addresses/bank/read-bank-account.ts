import {
  type AddressRequest,
  complain,
  createReading,
  type Reading,
  readPlainText,
  readStreetAddress,
  type StreetAddress,
  type ValidationIssue,
} from "../../accounts/index.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { type BankRail, railOf } from "../../rails/rail.ts";
import type { BankAccountField } from "../../rails/registry.ts";
import type { Ownership } from "../address.ts";
import type { BankVariant } from "../external-variant.ts";
import { readOwnership } from "../ownership.ts";
import { inOrder } from "../read-transfer-types.ts";
import type { TransferType } from "../transfer-type.ts";
import { maskAccountNumber, readAccountNumber } from "./account-number.ts";
import type { BankDetails } from "./bank-details.ts";
import { readRoutingNumber } from "./routing-number.ts";

/** Bank account data of a request, normalized. */
export interface ReadBankAccount {
  readonly name: string;
  readonly ownership?: Ownership | undefined;
  readonly transferTypes: readonly BankRail[];
  readonly details: BankDetails;
}

export type ReadRail = (transferType: TransferType) => BankRail | ValidationIssue;

/** Reads a request of valid shape; the refusal lists every invalid value. */
export function readBankAccount(
  request: Omit<BankVariant, "variant" | "transfer_types">,
  {
    transferTypes,
    readRail,
  }: { readonly transferTypes: readonly TransferType[]; readonly readRail: ReadRail },
): ReadBankAccount | Refusal {
  const reading = createReading();
  const rails = transferTypes.map((transferType, index) =>
    reading.take<BankRail>(`/transfer_types/${index}`, readRail(transferType), "ach_credit"),
  );
  const { ownership, holderType } = readOwnership(reading, request);
  const details: BankDetails = {
    owner: reading.take("/owner", readPlainText(request.owner), ""),
    accountNumber: reading.take("/account_number", readAccountNumber(request.account_number), ""),
    routingNumber: reading.take("/routing_number", readRoutingNumber(request.routing_number), ""),
    accountType: request.account_type,
    holderType,
    bankAddress: optionalAddress(reading, "/bank_address", request.bank_address),
    beneficiaryAddress: optionalAddress(reading, "/beneficiary_address", request.beneficiary_address),
  };
  for (const rail of rails) requireFields(reading, rail, details);
  const name =
    request.name === undefined ? unnamed(details) : reading.take("/name", readPlainText(request.name), "");
  return reading.refusal() ?? { name, ownership, transferTypes: inOrder(rails), details };
}

/** Stored if the client gives no name. Names are not encrypted, so it is not the owner's. */
function unnamed(details: Pick<BankDetails, "accountNumber">): string {
  return nameOf("Bank account", details);
}

/** Display name of a bank account; that of its owner, if the client gave none. */
export function displayNameOf({ name }: { readonly name: string }, bank: BankDetails | undefined): string {
  return bank !== undefined && name === unnamed(bank) ? bank.owner : name;
}

/** Default display name of an account that was linked at a bank. */
export function nameOf(bank: string, { accountNumber }: Pick<BankDetails, "accountNumber">): string {
  return `${bank} ${maskAccountNumber(accountNumber)}`;
}

/** A wire requires the addresses of the bank and of the beneficiary. */
export function hasWireAddresses({
  bankAddress,
  beneficiaryAddress,
}: Pick<BankDetails, "bankAddress" | "beneficiaryAddress">): boolean {
  return bankAddress !== undefined && beneficiaryAddress !== undefined;
}

const fieldNames = {
  bank_address: "bankAddress",
  beneficiary_address: "beneficiaryAddress",
} as const satisfies Record<BankAccountField, keyof BankDetails>;

function requireFields(reading: Reading, rail: BankRail, details: BankDetails): void {
  for (const field of railOf(rail).requires) {
    const missing = complain(`is required for ${rail}`);
    reading.take(`/${field}`, details[fieldNames[field]] ?? missing, undefined);
  }
}

function optionalAddress(
  reading: Reading,
  pointer: string,
  address: AddressRequest | undefined,
): StreetAddress | undefined {
  return address === undefined ? undefined : readStreetAddress(reading, pointer, address);
}
