import type { FailureReason } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { KeyRef } from "../chains/signer.ts";
import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Id, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Asset } from "../kernel/money.ts";
import type { tokens } from "./tables.ts";

export type TokenId = Id<"token">;

export const tokenKinds = ["fiat_backed", "attested", "third_party"] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const tokenStatuses = ["pending", "active", "failed"] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

/** Every token has six decimals, on every chain. */
export const tokenScale = 6;

/** A token in the catalog of a network. */
export interface Token
  extends Omit<RowOf<typeof tokens>, "tenantId" | "issuerAccountId" | "authority" | "issuerKeyIndex"> {
  readonly scale: typeof tokenScale;
  /** Undefined for the platform's own token and for third-party tokens. */
  readonly issuer: TokenIssuer | undefined;
  readonly minting: Minting;
  /** At least one, ordered by chain name. */
  readonly deployments: readonly Deployment[];
}

export interface TokenIssuer {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
}

/** Who can mint the token, and with which issuer key. */
export type Minting =
  | { readonly authority: "platform" | "external_issuer"; readonly issuerKeyIndex: number }
  | { readonly authority: "external" };

/** A deployment of a token on one chain. */
export type Deployment = PendingDeployment | ActiveDeployment | FailedDeployment;

export interface PendingDeployment extends DeploymentFields {
  readonly status: "pending";
  readonly workId: string;
}

export interface ActiveDeployment extends DeploymentFields {
  readonly status: "active";
  readonly contract: string;
  /** Undefined if deployed by a third party. */
  readonly workId: string | undefined;
}

export interface FailedDeployment extends DeploymentFields {
  readonly status: "failed";
  readonly workId: string;
  readonly failure: DeploymentFailure;
}

export interface DeploymentFailure {
  readonly reason: FailureReason;
  readonly detail: string;
}

interface DeploymentFields {
  readonly chain: ChainName;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function assetOf({ valueType, scale }: Pick<Token, "valueType" | "scale">): Asset {
  return { code: valueType, scale };
}

/** Contract of the token where it is active; undefined otherwise, regardless of other chains. */
export function contractOn(
  { deployments }: Pick<Token, "deployments">,
  chain: ChainName,
): string | undefined {
  const deployment = deployments.find((each) => each.chain === chain);
  return deployment?.status === "active" ? deployment.contract : undefined;
}

/** Key and authority for chain operations that mint, burn or freeze. Must not be called for third-party tokens. */
export function mintingKeyOf({ valueType, minting }: Pick<Token, "valueType" | "minting">): {
  readonly issuer: KeyRef;
  readonly authority: "platform" | "external_issuer";
} {
  assert(minting.authority !== "external", `${valueType} is a third-party token`);
  const { authority, issuerKeyIndex } = minting;
  return { issuer: { role: "issuer", index: issuerKeyIndex }, authority };
}
