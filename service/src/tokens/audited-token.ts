import type { AuditedFields } from "../audit/index.ts";
import type { Token } from "./token.ts";

/** Fields of a token in the audit log. */
export function auditedToken({ valueType, name, kind, currency, status, deployments }: Token): AuditedFields {
  return { value_type: valueType, name, kind, currency, status, ...auditedDeployments(deployments) };
}

/** The contract or status on each chain. */
export function auditedDeployments(deployments: Token["deployments"]): AuditedFields {
  return Object.fromEntries(
    deployments.map((deployment) => [
      `on_${deployment.chain}`,
      deployment.status === "active" ? deployment.contract : deployment.status,
    ]),
  );
}
