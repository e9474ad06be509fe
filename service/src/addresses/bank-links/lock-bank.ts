import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { BankAddress } from "../address.ts";
import { type AddressKey, lockAddress } from "../store.ts";

/** Locks an existing bank account until the transaction ends. */
export async function lockBank(tx: Transaction, key: AddressKey): Promise<BankAddress> {
  const address = await lockAddress(tx, key);
  assert(address?.medium === "bank", "bank accounts are never deleted");
  return address;
}
