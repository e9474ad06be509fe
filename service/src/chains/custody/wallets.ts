import type { Session, Transaction } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import type { custodyWallets } from "../tables.ts";

/** Custodial addresses: the key of each address, and the tenant that owns it. */
export interface Wallets {
  /** Takes the next key of the family and returns its address. */
  create(tx: Transaction, wallet: NewWallet): Promise<Wallet>;
  /** The custodial addresses among these; others are left out. */
  find(session: Session, place: WalletPlace, addresses: readonly string[]): Promise<readonly Wallet[]>;
  /** Custodial addresses of a family, ordered by key index. */
  page(
    session: Session,
    place: WalletPlace,
    page: { readonly afterIndex: number; readonly limit: number },
  ): Promise<readonly Wallet[]>;
}

export type Wallet = RowOf<typeof custodyWallets>;
export type WalletPlace = Pick<Wallet, "network" | "family">;
export type NewWallet = Omit<Wallet, "keyIndex" | "address">;
