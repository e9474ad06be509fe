import type { Instant } from "../kernel/instant.ts";
import type { Deployment, Token, TokenStatus } from "./token.ts";

/** The token with these deployments added or replaced. */
export function changedToken<Kind extends Token>(
  token: Kind,
  changed: readonly Deployment[],
  updatedAt: Instant,
): Kind {
  const kept = token.deployments.filter(({ chain }) => !changed.some((each) => each.chain === chain));
  const deployments = [...kept, ...changed].toSorted((left, right) => (left.chain < right.chain ? -1 : 1));
  return { ...token, deployments, status: statusAfter(token.status, deployments), updatedAt };
}

/**
 * Status of a token, from its deployments. It is active once all of them are, and stays active when a chain is added
 * later: its users must not be affected by a chain they don't use.
 */
export function statusAfter(
  status: TokenStatus,
  deployments: readonly Pick<Deployment, "status">[],
): TokenStatus {
  if (status === "active") return "active";
  if (deployments.some((deployment) => deployment.status === "pending")) return "pending";
  return deployments.every((deployment) => deployment.status === "active") ? "active" : "failed";
}
