import type { FailureReason } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { KeyRef } from "../chains/signer.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Asset } from "../kernel/money.ts";

export type TokenId = Id<"token">;

export const tokenKinds = ["fiat_backed", "attested", "third_party"] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const tokenStatuses = ["pending", "active", "failed"] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

/** Every token counts in millionths, on every chain. */
export const tokenScale = 6;

/** A kind of money that lives on chains, as it stands in the catalogue of a network. */
export interface Token {
  readonly network: Network;
  readonly id: TokenId;
  /** Its name in requests, in the ledger and, as its symbol, on the chains. Unique in its network. */
  readonly valueType: string;
  readonly name: string;
  readonly kind: TokenKind;
  /** What one token is worth. */
  readonly currency: string;
  readonly scale: typeof tokenScale;
  /** Who issues it; undefined for the platform's own token and for tokens of others. */
  readonly issuer: TokenIssuer | undefined;
  readonly isPublic: boolean;
  readonly minting: Minting;
  readonly status: TokenStatus;
  /** At least one, in the order of their chains' names. */
  readonly deployments: readonly Deployment[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface TokenIssuer {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
}

/** Who can mint it. The key names the token where a chain needs one of its own. */
export type Minting =
  | { readonly authority: "platform" | "outsider"; readonly issuerKeyIndex: number }
  | { readonly authority: "nobody" };

/** A token on one chain. */
export type Deployment = PendingDeployment | ActiveDeployment | FailedDeployment;

export interface PendingDeployment extends DeploymentFields {
  readonly status: "pending";
  readonly workId: string;
}

export interface ActiveDeployment extends DeploymentFields {
  readonly status: "active";
  readonly contract: string;
  /** Undefined where somebody else has deployed it. */
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

/** Where the token can be used: its contract on a chain, once it is there; whatever has become of the other chains. */
export function contractOn(
  { deployments }: Pick<Token, "deployments">,
  chain: ChainName,
): string | undefined {
  const deployment = deployments.find((each) => each.chain === chain);
  return deployment?.status === "active" ? deployment.contract : undefined;
}

/** What every operation on a chain that mints, burns or freezes must say. Asked of a token of others, it is a bug. */
export function mintingKeyOf({ valueType, minting }: Pick<Token, "valueType" | "minting">): {
  readonly issuer: KeyRef;
  readonly authority: "platform" | "outsider";
} {
  assert(minting.authority !== "nobody", `${valueType} is issued by somebody else`);
  const { authority, issuerKeyIndex } = minting;
  return { issuer: { duty: "issuer", index: issuerKeyIndex }, authority };
}
