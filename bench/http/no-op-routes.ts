import type { ApiRequest, Route } from "../../service/src/http/route.ts";

/** A body of ordinary size, so that validation has work to do. */
const bodySchema = {
  type: "object",
  required: ["amount", "reference"],
  properties: {
    amount: {
      type: "object",
      required: ["value", "currency"],
      properties: {
        value: { type: "string", pattern: "^\\d{1,18}(\\.\\d{1,6})?$" },
        currency: { enum: ["USD", "EUR"] },
      },
      additionalProperties: false,
    },
    reference: { type: "string", minLength: 1, maxLength: 64 },
  },
  additionalProperties: false,
};
const responseSchema = {
  type: "object",
  required: ["reference"],
  properties: { reference: { type: "string" } },
};

export const noOpBody = { amount: { value: "12.50", currency: "USD" }, reference: "invoice 4711" };

const shape = {
  method: "POST",
  tag: { name: "Benchmark", description: "No-op endpoints that follow every convention of the API." },
  summary: "No-op",
  access: { scope: "transfers:write" },
  body: { schema: bodySchema, example: noOpBody },
  responses: { 201: { description: "No operation was performed.", schema: responseSchema } },
  effect: "none",
} as const satisfies Partial<Route>;

export const noOpPaths = { write: "/bench/write", batch: "/bench/batch" } as const;

/** How an endpoint writes: in its own transaction, or batched with concurrent requests. */
export type Variant = keyof typeof noOpPaths;

export const noOpRoutes: readonly Route[] = [
  {
    ...shape,
    path: noOpPaths.write,
    operationId: "writeNothing",
    work: { kind: "write", idempotencyKey: "required", handle: async (_tx, request) => respondTo(request) },
  },
  {
    ...shape,
    path: noOpPaths.batch,
    operationId: "writeNothingTogether",
    work: { kind: "batch", handle: async (_tx, _tenantId, requests) => requests.map(respondTo) },
  },
];

function respondTo({ body }: ApiRequest) {
  const { reference } = body as typeof noOpBody;
  return { status: 201, body: { reference } };
}
