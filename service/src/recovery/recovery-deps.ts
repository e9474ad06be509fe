import type { Chain } from "../chains/chain.ts";
import type { ChainKey } from "../chains/chain-name.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { KeyRef } from "../chains/signer.ts";
import type { Database, Session } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Bank } from "../rails/bank.ts";

export interface CatalogContract {
  readonly contract: string;
  /** Only the platform can mint the token. */
  readonly isIssued: boolean;
}

/** What is needed to compare a restored database with chains and banks. */
export interface ComparisonDeps {
  readonly database: Database;
  readonly chains: readonly Chain[];
  /** Whether a chain runs in the service's process. */
  readonly isLocal: (chain: Chain) => boolean;
  readonly addressOf: (chain: Chain, key: KeyRef) => Promise<string>;
  readonly wallets: Pick<Wallets, "find" | "page">;
  readonly contracts: (session: Session, key: ChainKey) => Promise<readonly CatalogContract[]>;
  readonly banks: readonly Bank[];
  /** Waits until a chain may have produced blocks. */
  readonly pause: () => Promise<void>;
  readonly report: (message: string) => void;
}

export interface RecoveryDeps extends ComparisonDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly cause: Cause;
}
