import { createHmac } from "node:crypto";
import type { StreetAddress } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Address, AddressId } from "../address.ts";
import type { AccountScope, AddressScope } from "../store.ts";
import { bankDetailsContext } from "../tables.ts";
import { type BankDetailsKey, selectSealedDetails } from "./store.ts";

export const accountTypes = ["checking", "savings"] as const;
export const holderTypes = ["individual", "business"] as const;
export type HolderType = (typeof holderTypes)[number];

/** Details of a bank account. Sealed as one value, because number and street addresses are personal data. */
export interface BankDetails {
  readonly owner: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly accountType: (typeof accountTypes)[number];
  /** Of the bank account, if it was stated; ACH entries depend on it. */
  readonly holderType?: HolderType | undefined;
  /** Addresses of the bank and of the owner; a wire requires both. */
  readonly bankAddress: StreetAddress | undefined;
  readonly beneficiaryAddress: StreetAddress | undefined;
  /**
   * Stored separately, not sealed: the owner must check the details, because the receiving bank sent corrected account
   * data.
   */
  readonly needsUpdate?: boolean;
}

// Format version, included in every sealed value.
const formatVersion = 1;

/** Details of the bank addresses among these addresses. */
export async function loadBankDetails(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  addresses: readonly Address[],
): Promise<ReadonlyMap<AddressId, BankDetails>> {
  const banks = addresses.filter(({ medium }) => medium === "bank");
  const [first] = banks;
  if (first === undefined) return new Map();
  const ids = banks.map(({ id }) => id);
  const rows = await selectSealedDetails(session, { tenantId: first.tenantId, addressId: ids });
  assert(rows.length === ids.length, "every bank address has details");
  return new Map(
    rows.map((row) => {
      const details = openDetails(keyRing, row.sealed, row);
      return [row.addressId, { ...details, needsUpdate: row.needsUpdate }];
    }),
  );
}

export function sealDetails(keyRing: KeyRing, stated: BankDetails, key: BankDetailsKey): Buffer {
  const { needsUpdate: _, ...details } = stated;
  // JSON has no undefined: absent values are omitted, and are absent again after parsing.
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, details })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), bankDetailsContext(key));
}

/** The envelope authenticates the bytes, so the content is what `sealDetails` wrote. */
function openDetails(keyRing: KeyRing, sealed: Buffer, key: BankDetailsKey): BankDetails {
  const text = open(keyRing, sealed, bankDetailsContext(key)).toString();
  const { version, details } = JSON.parse(text) as {
    readonly version: number;
    readonly details: BankDetails;
  };
  assert(
    version === formatVersion,
    "the bank details have a format version that this build does not support",
  );
  return details;
}

/**
 * Finds equal bank accounts of one account without storing their numbers. Tenant, network and account are included, so
 * that the same bank account has different values elsewhere.
 */
export function numberIndexOf(
  bankIndexKey: Buffer,
  { tenantId, network, accountId }: AccountScope,
  { routingNumber, accountNumber }: Pick<BankDetails, "routingNumber" | "accountNumber">,
): Buffer {
  const text = [tenantId, network, accountId, routingNumber, accountNumber.toUpperCase()].join("/");
  return createHmac("sha256", bankIndexKey).update(text).digest();
}

/**
 * Finds equal bank accounts of all accounts of a tenant. Without the routing number, because a bank has several, and without
 * leading zeros, which banks ignore.
 */
export function destinationIndexOf(
  bankIndexKey: Buffer,
  { tenantId, network }: AddressScope,
  { accountNumber }: Pick<BankDetails, "accountNumber">,
): Buffer {
  const number = accountNumber.toUpperCase().replace(/^0+/, "");
  return createHmac("sha256", bankIndexKey)
    .update(["destination", tenantId, network, number].join("/"))
    .digest();
}
