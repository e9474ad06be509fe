import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { BankAddress } from "../address.ts";
import { type AddressKey, lockAddress } from "../store.ts";

/** A bank account that is known to be there, as it is until this transaction ends. */
export async function lockBank(tx: Transaction, key: AddressKey): Promise<BankAddress> {
  const address = await lockAddress(tx, key);
  assert(address?.medium === "bank", "a bank account is never removed");
  return address;
}
