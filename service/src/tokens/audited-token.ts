import type { AuditedFields } from "../audit/index.ts";
import type { Token } from "./token.ts";

/** What the audit log keeps of a token. */
export function auditedToken({ valueType, name, kind, currency, status, deployments }: Token): AuditedFields {
  return { value_type: valueType, name, kind, currency, status, ...auditedDeployments(deployments) };
}

/** Each chain with what has become of it there. */
export function auditedDeployments(deployments: Token["deployments"]): AuditedFields {
  return Object.fromEntries(
    deployments.map((deployment) => [
      `on_${deployment.chain}`,
      deployment.status === "active" ? deployment.contract : deployment.status,
    ]),
  );
}
