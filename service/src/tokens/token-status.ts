import type { Deployment, TokenStatus } from "./token.ts";

/**
 * What a token is, by what has become of its deployments. It is active once all of them are, and stays so when a chain is
 * added later: those who use it are not stopped by what happens on a chain that they do not use.
 */
export function statusAfter(
  status: TokenStatus,
  deployments: readonly Pick<Deployment, "status">[],
): TokenStatus {
  if (status === "active") return "active";
  if (deployments.some((deployment) => deployment.status === "pending")) return "pending";
  return deployments.every((deployment) => deployment.status === "active") ? "active" : "failed";
}
