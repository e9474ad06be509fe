import Type from "typebox";
import { ChainSchema } from "../addresses/index.ts";
import { defineEventType, type EventType } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";
import { depositEventTypes } from "./deposits/deposit-event-types.ts";
import { FailureSchema } from "./failure-answer.ts";
import { movementEventTypes } from "./movements/movement-event-types.ts";
import { tokenKinds, tokenStatuses } from "./token.ts";
import { valueTypePattern } from "./value-type.ts";

const token = {
  id: IdSchema,
  account_id: IdSchema,
  value_type: Type.String({ pattern: valueTypePattern, description: "Its name in requests." }),
  kind: Type.Enum([...tokenKinds]),
  status: Type.Enum([...tokenStatuses], { description: "Of the token as a whole." }),
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
  summary: "The account began to issue a token. Its deployments are under way.",
  schema: Type.Object(token),
  example,
});

export const deploymentCreated = defineEventType({
  type: "token.deployment.created",
  summary: "A further chain was asked for, or one that had failed was asked for again.",
  schema: Type.Object(onChain("pending")),
  example: { ...onBase, deployment_status: "pending" },
});

export const deploymentCompleted = defineEventType({
  type: "token.deployment.completed",
  summary: "The token is on a chain and can be used there.",
  schema: Type.Object({
    ...onChain("active"),
    contract_address: Type.String({
      description: "The contract, the mint or the asset, in the chain's own way.",
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
  summary: "The token could not be put on a chain. It can be tried again.",
  schema: Type.Object({ ...onChain("failed"), failure: FailureSchema }),
  example: {
    ...onBase,
    status: "failed",
    deployment_status: "failed",
    failure: { reason: "rejected", detail: "the chain refused it" },
  },
});

export const issuanceCompleted = defineEventType({
  type: "token.issuance.completed",
  summary: "The token became `active`: it is on every chain that was asked for.",
  schema: Type.Object({ ...token, status: Type.Literal("active") }),
  example: { ...example, status: "active" },
});

export const issuanceFailed = defineEventType({
  type: "token.issuance.failed",
  summary: "The token became `failed`: no deployment is under way any more, and one has failed.",
  schema: Type.Object({ ...token, status: Type.Literal("failed") }),
  example: { ...example, status: "failed" },
});

/** Everything that the module tells, of tokens and of what is done with them. */
export const tokenEventTypes: readonly EventType[] = [
  created,
  deploymentCreated,
  deploymentCompleted,
  deploymentFailed,
  issuanceCompleted,
  issuanceFailed,
  ...movementEventTypes,
  ...depositEventTypes,
];

function onChain<Status extends "pending" | "active" | "failed">(status: Status) {
  return { ...token, transfer_type: ChainSchema, deployment_status: Type.Literal(status) };
}
