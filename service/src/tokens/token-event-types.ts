import Type from "typebox";
import { ChainSchema } from "../addresses/index.ts";
import { defineEventType, type EventType } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";
import { FailureSchema } from "./failure-response.ts";
import { tokenKinds, tokenStatuses } from "./token.ts";
import { valueTypePattern } from "./value-type.ts";

const token = {
  id: IdSchema,
  account_id: IdSchema,
  value_type: Type.String({ pattern: valueTypePattern, description: "Identifier of the token in requests." }),
  kind: Type.Enum([...tokenKinds]),
  status: Type.Enum([...tokenStatuses], { description: "Status of the token as a whole." }),
  updated_at: DateTimeSchema,
};

const example = {
  id: "01JD7Q7G1T3V5X7Z9ACEGJKMNP",
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  value_type: "ACME",
  kind: "attested" as const,
  status: "pending" as const,
  updated_at: "2026-11-15T10:51:12.000Z",
};
const onBase = { ...example, transfer_type: "base" as const };

export const created = defineEventType({
  type: "token.created",
  summary: "The account issued a token. Its deployments are in progress.",
  schema: Type.Object(token),
  example,
});

export const deploymentCreated = defineEventType({
  type: "token.deployment.created",
  summary: "A chain was added, or a failed deployment is retried.",
  schema: Type.Object(onChain("pending")),
  example: { ...onBase, deployment_status: "pending" },
});

export const deploymentCompleted = defineEventType({
  type: "token.deployment.completed",
  summary: "The token is active on a chain.",
  schema: Type.Object({
    ...onChain("active"),
    contract_address: Type.String({
      description: "Contract, mint or asset in the format of the chain.",
    }),
  }),
  example: {
    ...onBase,
    status: "active",
    deployment_status: "active",
    contract_address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  },
});

export const deploymentFailed = defineEventType({
  type: "token.deployment.failed",
  summary: "The deployment on a chain failed. It can be retried.",
  schema: Type.Object({ ...onChain("failed"), failure: FailureSchema }),
  example: {
    ...onBase,
    status: "failed",
    deployment_status: "failed",
    failure: { reason: "rejected", detail: "the chain rejected the transaction" },
  },
});

export const issuanceCompleted = defineEventType({
  type: "token.issuance.completed",
  summary: "The token is `active`: it is deployed on every requested chain.",
  schema: Type.Object({ ...token, status: Type.Literal("active") }),
  example: { ...example, status: "active" },
});

export const issuanceFailed = defineEventType({
  type: "token.issuance.failed",
  summary: "The token failed: no deployment is pending, and at least one has failed.",
  schema: Type.Object({ ...token, status: Type.Literal("failed") }),
  example: { ...example, status: "failed" },
});

export const reserveReportCreated = defineEventType({
  type: "token.reserve_report.created",
  summary: "The reserve report of a month was signed.",
  schema: Type.Object({
    ...token,
    month: Type.String({ description: "Calendar month in UTC." }),
    number: Type.Integer({ description: "1 for the first report of the token." }),
    digest: Type.String({ description: "SHA-256 of the signed report." }),
    unexplained_differences: Type.Integer(),
  }),
  example: {
    ...example,
    kind: "fiat_backed",
    status: "active",
    month: "2026-10",
    number: 1,
    digest: "3f1d6c1c4e0f3a1f5d7e9b8a7c6d5e4f30211203f4e5d6c7b8a9988776655443",
    unexplained_differences: 0,
  },
});

/** Event types of the catalog. */
export const tokenEventTypes: readonly EventType[] = [
  created,
  deploymentCreated,
  deploymentCompleted,
  deploymentFailed,
  issuanceCompleted,
  issuanceFailed,
  reserveReportCreated,
];

function onChain<Status extends "pending" | "active" | "failed">(status: Status) {
  return { ...token, transfer_type: ChainSchema, deployment_status: Type.Literal(status) };
}
