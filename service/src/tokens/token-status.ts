import type { Deployment, TokenStatus } from "./token.ts";

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
