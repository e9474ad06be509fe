import type { NewEvent } from "../events/index.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { formatInstant } from "../kernel/instant.ts";
import { presentFailure } from "./failure-answer.ts";
import type { Deployment, Token, TokenIssuer } from "./token.ts";

/** Additions of ours to the specification. Only a token that an account issues has somebody to tell. */
export type IssuedToken = Token & { readonly issuer: TokenIssuer };

export function isIssued(token: Token): token is IssuedToken {
  return token.issuer !== undefined;
}

export function createdEvent(token: IssuedToken): NewEvent {
  return eventOf(token, "token.created", {});
}

export function deploymentEvent(token: IssuedToken, deployment: Deployment): NewEvent {
  const { chain, status } = deployment;
  const fields = { transfer_type: chain, deployment_status: status };
  switch (deployment.status) {
    case "pending":
      return eventOf(token, "token.deployment.created", fields);
    case "active":
      return eventOf(token, "token.deployment.completed", {
        ...fields,
        contract_address: deployment.contract,
      });
    case "failed":
      return eventOf(token, "token.deployment.failed", {
        ...fields,
        failure: presentFailure(deployment.failure),
      });
  }
}

/** The last word on the issuance as a whole: all deployments are there, or one is not and none is under way. */
export function issuanceEvent(token: IssuedToken, outcome: "completed" | "failed"): NewEvent {
  return eventOf(token, `token.issuance.${outcome}`, {});
}

function eventOf(token: IssuedToken, type: string, more: { readonly [key: string]: Json }): NewEvent {
  const { id, valueType, kind, status, issuer, updatedAt } = token;
  const fields = { id, account_id: issuer.accountId, value_type: valueType, kind, status };
  return {
    accountId: issuer.accountId,
    type,
    data: { ...fields, ...more, updated_at: formatInstant(updatedAt) },
  };
}
