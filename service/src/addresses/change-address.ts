import { complain, createReading, type Reading, readPlainText } from "../accounts/index.ts";
import { familyOf } from "../chains/chain-name.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Refusal } from "../kernel/refusal.ts";
import { isBankRail, isDebit, railOf } from "../rails/rail.ts";
import type { Address, AddressStatus } from "./address.ts";
import { readCreditRail } from "./bank/credit-rail.ts";
import { inOrder } from "./read-transfer-types.ts";
import type { TransferType } from "./transfer-type.ts";

/** The changes; undefined values stay the same. */
export interface RequestedChange {
  readonly name: string | undefined;
  readonly status: AddressStatus | undefined;
  readonly additional: readonly TransferType[];
}

export interface ChangeFacts {
  /** For a bank account: whether the addresses of the bank and the beneficiary are on file. */
  readonly hasAddressesForWire: boolean;
  readonly now: Instant;
}

/** The changed address, or a refusal with all issues. Adding an existing transfer type has no effect. */
export function changeAddress<Changed extends Address>(
  before: Changed,
  { name, status, additional }: RequestedChange,
  { hasAddressesForWire, now }: ChangeFacts,
): Changed | Refusal {
  const reading = createReading();
  const changed = {
    name: name === undefined ? before.name : reading.take("/name", readPlainText(name), ""),
    status: readStatus(reading, before, status),
    updatedAt: now,
  };
  const after =
    before.medium === "bank"
      ? { ...before, ...changed, transferTypes: withRails(reading, before, additional, hasAddressesForWire) }
      : { ...before, ...changed, transferTypes: withChains(reading, before, additional) };
  return reading.refusal() ?? after;
}

function readStatus(reading: Reading, before: Address, status: AddressStatus | undefined): AddressStatus {
  if (status === undefined) return before.status;
  const outcome =
    before.kind === "internal" ? complain("cannot be changed: internal addresses are always active") : status;
  return reading.take(`/status`, outcome, before.status);
}

type BankBefore = Extract<Address, { medium: "bank" }>;
type ChainBefore = Extract<Address, { medium: "chain" }>;

function withRails(
  reading: Reading,
  { transferTypes, verification }: BankBefore,
  additional: readonly TransferType[],
  hasAddressesForWire: boolean,
): BankBefore["transferTypes"] {
  const rails = additional.map((transferType, index) => {
    const isOfLink = isBankRail(transferType) && isDebit(transferType) && verification !== undefined;
    if (isOfLink) return transferType;
    const requiresAddresses = isBankRail(transferType) && railOf(transferType).requires.length > 0;
    const isMissingAddresses = requiresAddresses && !hasAddressesForWire;
    const outcome = isMissingAddresses
      ? complain("requires bank_address and beneficiary_address; send them with this request")
      : readCreditRail(transferType);
    return reading.take(placeOf(index), outcome, "wire" as const);
  });
  return inOrder([...new Set([...transferTypes, ...rails])]);
}

function withChains(
  reading: Reading,
  { transferTypes, family }: ChainBefore,
  additional: readonly TransferType[],
): ChainBefore["transferTypes"] {
  const fallback = transferTypes[0] ?? "base";
  const chains = additional.map((transferType, index) => {
    const isSibling = !isBankRail(transferType) && familyOf(transferType) === family;
    const outcome = isSibling
      ? transferType
      : complain("cannot share this address: only EVM chains share one, such as ethereum and base");
    return reading.take(placeOf(index), outcome, fallback);
  });
  return inOrder([...new Set([...transferTypes, ...chains])]);
}

function placeOf(index: number): string {
  return `/additional_transfer_types/${index}`;
}
