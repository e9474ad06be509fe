import type { Chain } from "../chains/chain.ts";
import type { ChainKey } from "../chains/chain-name.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { KeyRef } from "../chains/signer.ts";
import type { Database, Session } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { Bank } from "../rails/bank.ts";

/** A restore after which nothing was recovered yet. */
export interface OpenRestore {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isRequested: boolean;
}

export interface RecoveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly cause: Cause;
  readonly chains: readonly Chain[];
  readonly addressOf: (chain: Chain, key: KeyRef) => Promise<string>;
  readonly wallets: Pick<Wallets, "find" | "page">;
  /** Contracts of the tokens on a chain. */
  readonly contracts: (session: Session, key: ChainKey) => Promise<readonly string[]>;
  readonly banks: readonly Bank[];
  /** Waits until a chain may have produced blocks. */
  readonly pause: () => Promise<void>;
  readonly report: (message: string) => void;
}
