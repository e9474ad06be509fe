import Type from "typebox";
import { bodyOf, type Route } from "../../service/src/http/route.ts";
import { strictObject } from "../../service/src/http/schemas.ts";

/** As much shape as an ordinary request has, so that validation has something to do. */
const NoOp = strictObject({
  amount: strictObject({
    value: Type.String({ pattern: "^\\d{1,18}(\\.\\d{1,6})?$" }),
    currency: Type.Enum(["USD", "EUR"]),
  }),
  reference: Type.String({ minLength: 1, maxLength: 64 }),
});

export const noOpBody = { amount: { value: "12.50", currency: "USD" }, reference: "invoice 4711" };

const shape = {
  method: "POST",
  tag: { name: "Benchmark", description: "Endpoints that do nothing, with every convention of the API." },
  summary: "Do nothing, once",
  access: { scope: "transfers:write" },
  body: { schema: NoOp, example: noOpBody },
  answers: { 201: { description: "Nothing was done.", schema: Type.Object({ reference: Type.String() }) } },
} as const satisfies Partial<Route>;

export const noOpPaths = { write: "/bench/write", batch: "/bench/batch" } as const;

/** How an endpoint writes: in a transaction of its own, or together with its neighbours. */
export type Way = keyof typeof noOpPaths;

export const noOpRoutes: readonly Route[] = [
  {
    ...shape,
    path: noOpPaths.write,
    operationId: "writeNothing",
    work: {
      kind: "write",
      idempotencyKey: "required",
      handle: async (_tx, request) => answerTo(bodyOf(NoOp, request).reference),
    },
  },
  {
    ...shape,
    path: noOpPaths.batch,
    operationId: "writeNothingTogether",
    work: {
      kind: "batch",
      handle: async (_tx, _tenantId, requests) =>
        requests.map((request) => answerTo(bodyOf(NoOp, request).reference)),
    },
  },
];

function answerTo(reference: string) {
  return { status: 201, body: { reference } };
}
