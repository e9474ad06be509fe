import { type NewEvent, newEvent } from "../events/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import { presentFailure } from "./failure-response.ts";
import type { Deployment, Token, TokenIssuer, TokenStatus } from "./token.ts";
import {
  created,
  deploymentCompleted,
  deploymentCreated,
  deploymentFailed,
  issuanceCompleted,
  issuanceFailed,
  reserveReportCreated,
} from "./token-event-types.ts";

/** Additions to the specification. Only tokens issued by an account publish events. */
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

/** The outcome of the issuance: all deployments are active, or one failed and none is pending. */
export function issuanceEvent(token: IssuedToken, status: "active" | "failed"): NewEvent {
  const { accountId } = token.issuer;
  switch (status) {
    case "active":
      return newEvent(issuanceCompleted, accountId, fieldsOf(token, status));
    case "failed":
      return newEvent(issuanceFailed, accountId, fieldsOf(token, status));
  }
}

export interface ReportedMonth {
  readonly month: string;
  readonly number: number;
  readonly digest: string;
  readonly unexplained_differences: number;
}

export function reserveReportEvent(token: IssuedToken, report: ReportedMonth): NewEvent {
  return newEvent(reserveReportCreated, token.issuer.accountId, {
    ...fieldsOf(token, token.status),
    ...report,
  });
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
