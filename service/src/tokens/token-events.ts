import { type NewEvent, newEvent } from "../events/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import { presentFailure } from "./failure-answer.ts";
import type { Deployment, Token, TokenIssuer, TokenStatus } from "./token.ts";
import {
  created,
  deploymentCompleted,
  deploymentCreated,
  deploymentFailed,
  issuanceCompleted,
  issuanceFailed,
} from "./token-event-types.ts";

/** Additions of ours to the specification. Only a token that an account issues has somebody to tell. */
export type IssuedToken = Token & { readonly issuer: TokenIssuer };

export function isIssued(token: Token): token is IssuedToken {
  return token.issuer !== undefined;
}

export function createdEvent(token: IssuedToken): NewEvent {
  return newEvent(created, token.issuer.accountId, fieldsOf(token, token.status));
}

export function deploymentEvent(token: IssuedToken, deployment: Deployment): NewEvent {
  const { accountId } = token.issuer;
  const fields = { ...fieldsOf(token, token.status), transfer_type: deployment.chain };
  switch (deployment.status) {
    case "pending":
      return newEvent(deploymentCreated, accountId, { ...fields, deployment_status: deployment.status });
    case "active":
      return newEvent(deploymentCompleted, accountId, {
        ...fields,
        deployment_status: deployment.status,
        contract_address: deployment.contract,
      });
    case "failed":
      return newEvent(deploymentFailed, accountId, {
        ...fields,
        deployment_status: deployment.status,
        failure: presentFailure(deployment.failure),
      });
  }
}

/** The last word on the issuance as a whole: all deployments are there, or one is not and none is under way. */
export function issuanceEvent(token: IssuedToken, status: "active" | "failed"): NewEvent {
  const { accountId } = token.issuer;
  switch (status) {
    case "active":
      return newEvent(issuanceCompleted, accountId, fieldsOf(token, status));
    case "failed":
      return newEvent(issuanceFailed, accountId, fieldsOf(token, status));
  }
}

function fieldsOf<Status extends TokenStatus>(token: IssuedToken, status: Status) {
  const { id, valueType, kind, issuer, updatedAt } = token;
  return {
    id,
    account_id: issuer.accountId,
    value_type: valueType,
    kind,
    status,
    updated_at: formatInstant(updatedAt),
  };
}
