import type { FailureReason } from "../../chains/chain.ts";
import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import type { tokenFreezes } from "../tables.ts";
import type { TokenId } from "../token.ts";

export type FreezeId = Id<"token-freeze">;

export const freezeStatuses = ["freezing", "frozen", "unfreezing", "unfrozen", "failed"] as const;
export type FreezeStatus = (typeof freezeStatuses)[number];

/** An address that the operator has blocked from sending and receiving a token on a chain. */
export interface Freeze
  extends Pick<
    FreezeRow,
    "network" | "id" | "chain" | "address" | "contract" | "reason" | "createdAt" | "updatedAt"
  > {
  readonly token: FrozenToken;
  readonly state: FreezeState;
  readonly workId: FreezeRow["freezeWorkId"];
}

export type FreezeRow = RowOf<typeof tokenFreezes>;

/** What the chain operation needs to know about the token, and its issuer. */
export interface FrozenToken extends Pick<FreezeRow, "valueType" | "tenantId" | "issuerKeyIndex"> {
  readonly id: TokenId;
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
export type FrozenPlace = Pick<FreezeRow, "valueType" | "chain" | "address">;
