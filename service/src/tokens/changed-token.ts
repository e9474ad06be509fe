import type { Instant } from "../kernel/instant.ts";
import type { Deployment, Token } from "./token.ts";
import { statusAfter } from "./token-status.ts";

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
