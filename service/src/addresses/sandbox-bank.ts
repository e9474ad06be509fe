import type { Account } from "../accounts/index.ts";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import type { Transaction } from "../db/database.ts";
import { lockName } from "../db/lock-name.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { creditRails } from "../rails/rail.ts";
import { type AddBankAddressDeps, insertBankAddress } from "./add-bank-address.ts";
import type { BankAddress } from "./address.ts";
import { type BankDetails, numberIndexOf } from "./bank/bank-details.ts";
import { selectDetailsByNumber } from "./bank/store.ts";
import { findAddress } from "./find-address.ts";
import { inOrder } from "./read-transfer-types.ts";

const network = "testnet";
const name = "Sandbox bank account";
const transferTypes = inOrder(creditRails);

const street = {
  streetLine1: "1 Sandbox Street",
  streetLine2: undefined,
  city: "New York",
  state: "NY",
  zip: "10001",
  country: "US",
} as const;

/** At the first bank of the sandbox's link page. */
function detailsOf({ businessName, name: accountName }: Account): BankDetails {
  return {
    owner: businessName ?? accountName,
    accountNumber: "5550100001",
    routingNumber: "099900111",
    accountType: "checking",
    holderType: "business",
    bankAddress: street,
    beneficiaryAddress: street,
  };
}

export type SandboxBankDeps = Omit<AddBankAddressDeps, "bankIndexKey" | "sendPrenote">;

/** The account's bank account on testnet for payouts that name none; created with the first of them. */
export async function ensureSandboxBank(
  deps: SandboxBankDeps,
  tx: Transaction,
  account: Account,
  cause: Cause,
): Promise<BankAddress> {
  const { tenantId, id: accountId } = account;
  const scope = { tenantId, network, accountId } as const;
  const details = detailsOf(account);
  const bankIndexKey = await loadOrCreateServiceKey(tx, deps.keyRing, "bank-account-index");
  const numberIndex = numberIndexOf(bankIndexKey, scope, details);
  await lockName(tx, `addresses/sandbox-bank/${tenantId}/${accountId}`);
  const found = await selectDetailsByNumber(tx, { tenantId, numberIndex });
  if (found === undefined) {
    const bank = { scope, cause, name, transferTypes, details, verification: undefined };
    return insertBankAddress({ ...deps, bankIndexKey }, tx, { ...bank, ownership: "self_owned" });
  }
  const present = await findAddress(tx, { ...scope, ...found });
  assert(present?.medium === "bank", "addresses are never deleted");
  return present;
}

/** The same for a quote, which stores nothing. */
export function draftSandboxBank(
  { newId }: Pick<SandboxBankDeps, "newId">,
  { tenantId, id: accountId, createdAt }: Account,
): BankAddress {
  return {
    kind: "external",
    medium: "bank",
    id: newId<"address">(),
    tenantId,
    network,
    accountId,
    name,
    status: "active",
    transferTypes,
    verification: undefined,
    debitBlockCode: undefined,
    prenote: undefined,
    createdAt,
    updatedAt: createdAt,
  };
}
