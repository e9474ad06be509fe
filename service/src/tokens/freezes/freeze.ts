import type { FailureReason } from "../../chains/chain.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { TokenId } from "../token.ts";

export type FreezeId = Id<"token-freeze">;

export const freezeStatuses = ["freezing", "frozen", "unfreezing", "unfrozen", "failed"] as const;
export type FreezeStatus = (typeof freezeStatuses)[number];

/** An address that may neither send nor receive a token on a chain, because the operator wants it so. */
export interface Freeze {
  readonly network: Network;
  readonly id: FreezeId;
  readonly token: FrozenToken;
  readonly chain: ChainName;
  /** As the chain writes it. */
  readonly address: string;
  readonly contract: string;
  readonly reason: string;
  readonly state: FreezeState;
  /** Of the order to freeze, and its reference on the chain. */
  readonly workId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Of the token, what the chain must be told, and whose it is. */
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
  /** With the failure of an order to unfreeze, where there was one. */
  | { readonly status: "frozen"; readonly last: FailedUnfreezing | undefined }
  | { readonly status: "unfreezing"; readonly order: Unfreezing }
  | { readonly status: "unfrozen"; readonly order: Unfreezing }
  | { readonly status: "failed"; readonly failure: FreezeFailure };

export interface FailedUnfreezing {
  readonly order: Unfreezing;
  readonly failure: FreezeFailure;
}

/** Where nothing of the token may move: from the order to freeze until the order to unfreeze is done. */
export interface FrozenPlace {
  readonly valueType: string;
  readonly chain: ChainName;
  readonly address: string;
}
