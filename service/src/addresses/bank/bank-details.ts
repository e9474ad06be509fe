import { createHmac } from "node:crypto";
import type { StreetAddress } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Address, AddressId } from "../address.ts";
import type { AccountScope } from "../store.ts";
import { type BankDetailsKey, selectSealedDetails } from "./store.ts";

export const accountTypes = ["checking", "savings"] as const;

/** What is known of a bank account. Sealed as one value: the number and the street addresses are somebody's own. */
export interface BankDetails {
  readonly owner: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly accountType: (typeof accountTypes)[number];
  /** Where the bank is, and where the owner is; a wire needs both. */
  readonly bankAddress: StreetAddress | undefined;
  readonly beneficiaryAddress: StreetAddress | undefined;
  /** Of stored ones: the owner has to look at them, because the other bank asked for other data. Not sealed with them. */
  readonly needsUpdate?: boolean;
}

// Written into every sealed value, so that a later build knows what it reads.
const formatVersion = 1;

/** The details of those among the addresses that are at banks. */
export async function loadBankDetails(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  addresses: readonly Address[],
): Promise<ReadonlyMap<AddressId, BankDetails>> {
  const banks = addresses.filter(({ medium }) => medium === "bank");
  const [first] = banks;
  if (first === undefined) return new Map();
  const ids = banks.map(({ id }) => id);
  const rows = await selectSealedDetails(session, first.tenantId, ids);
  assert(rows.length === ids.length, "every bank address has its details");
  return new Map(
    rows.map((row) => {
      const details = openDetails(keyRing, row.sealed, row);
      return [row.addressId, { ...details, needsUpdate: row.needsUpdate }];
    }),
  );
}

export function sealDetails(keyRing: KeyRing, stated: BankDetails, key: BankDetailsKey): Buffer {
  const details = { ...stated, needsUpdate: undefined };
  // JSON has no undefined: what is absent is left out, and is absent again after reading.
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, details })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), detailsContext(key));
}

/** The envelope vouches for the bytes, so what it holds is what `sealDetails` wrote. */
function openDetails(keyRing: KeyRing, sealed: Buffer, key: BankDetailsKey): BankDetails {
  const text = open(keyRing, sealed, detailsContext(key)).toString();
  const { version, details } = JSON.parse(text) as {
    readonly version: number;
    readonly details: BankDetails;
  };
  assert(version === formatVersion, "bank details were written in a form that this build cannot read");
  return details;
}

export function detailsContext({ tenantId, addressId }: BankDetailsKey): string {
  return `bank_details/${tenantId}/${addressId}`;
}

/**
 * Finds equal bank accounts of one account without storing their numbers. Tenant, network and account go in too, so
 * that the same bank account looks different everywhere else.
 */
export function numberIndexOf(
  bankIndexKey: Buffer,
  { tenantId, network, accountId }: AccountScope,
  { routingNumber, accountNumber }: Pick<BankDetails, "routingNumber" | "accountNumber">,
): Buffer {
  const text = [tenantId, network, accountId, routingNumber, accountNumber.toUpperCase()].join("/");
  return createHmac("sha256", bankIndexKey).update(text).digest();
}
