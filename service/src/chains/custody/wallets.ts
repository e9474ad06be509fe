import type { Session, Transaction } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { ChainFamily } from "../chain-name.ts";

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

export interface WalletPlace {
  readonly network: Network;
  readonly family: ChainFamily;
}

export interface NewWallet extends WalletPlace {
  readonly tenantId: TenantId;
  /** The API's address resource that this custodial address belongs to. */
  readonly addressId: string;
}

export interface Wallet extends NewWallet {
  /** Index of its key, with the key role `custody`. */
  readonly keyIndex: number;
  readonly address: string;
}
