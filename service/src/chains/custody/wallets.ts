import type { Session, Transaction } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { ChainFamily } from "../chain-name.ts";

/** The custodial wallets: which key stands behind which address, and whose it is. */
export interface Wallets {
  /** Takes the next key of the family and answers its address. */
  create(tx: Transaction, wallet: NewWallet): Promise<Wallet>;
  /** The wallets among these addresses; addresses that are nobody's are left out. */
  find(session: Session, place: WalletPlace, addresses: readonly string[]): Promise<readonly Wallet[]>;
  /** Every wallet of a family, in the order of their keys, from one index on. */
  page(
    session: Session,
    place: WalletPlace,
    page: { readonly afterIndex: number; readonly limit: number },
  ): Promise<readonly Wallet[]>;
}

export interface WalletPlace {
  readonly network: Network;
  readonly family: ChainFamily;
}

export interface NewWallet extends WalletPlace {
  readonly tenantId: TenantId;
  /** The address (the resource) that this wallet belongs to. */
  readonly addressId: string;
}

export interface Wallet extends NewWallet {
  /** The index of its key, of the duty `custody`. */
  readonly keyIndex: number;
  readonly address: string;
}
