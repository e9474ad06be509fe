import type { FailureReason } from "../../chains/chain.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { TokenId } from "../token.ts";

export type FreezeId = Id<"token-freeze">;

export const freezeStatuses = ["freezing", "frozen", "unfreezing", "unfrozen", "failed"] as const;
export type FreezeStatus = (typeof freezeStatuses)[number];

/** An address that the operator has blocked from sending and receiving a token on a chain. */
export interface Freeze {
  readonly network: Network;
  readonly id: FreezeId;
  readonly token: FrozenToken;
  readonly chain: ChainName;
  /** In the format of the chain. */
  readonly address: string;
  readonly contract: string;
  readonly reason: string;
  readonly state: FreezeState;
  /** The chain operation of the freeze, also its on-chain reference. */
  readonly workId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What the chain operation needs to know about the token, and its issuer. */
export interface FrozenToken {
  readonly id: TokenId;
  readonly valueType: string;
  /** Undefined for the platform's own token. */
  readonly tenantId: TenantId | undefined;
  readonly issuerKeyIndex: number;
}

export interface FreezeFailure {
  readonly reason: FailureReason;
  readonly detail: string;
}

/** The order to unfreeze. */
export interface Unfreezing {
  readonly reason: string;
  readonly workId: string;
}

export type FreezeState =
  | { readonly status: "freezing" }
  /** With the failure of the last order to unfreeze, if any. */
  | { readonly status: "frozen"; readonly last: FailedUnfreezing | undefined }
  | { readonly status: "unfreezing"; readonly order: Unfreezing }
  | { readonly status: "unfrozen"; readonly order: Unfreezing }
  | { readonly status: "failed"; readonly failure: FreezeFailure };

export interface FailedUnfreezing {
  readonly order: Unfreezing;
  readonly failure: FreezeFailure;
}

/** The token is blocked here from the order to freeze until unfreezing is confirmed. */
export interface FrozenPlace {
  readonly valueType: string;
  readonly chain: ChainName;
  readonly address: string;
}
