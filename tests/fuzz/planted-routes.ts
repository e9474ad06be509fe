import type { ApiRequest, Route } from "../../service/src/http/route.ts";

const bodySchema = {
  type: "object",
  required: ["name", "count"],
  properties: { name: { type: "string", maxLength: 100 }, count: { type: "integer", minimum: 0 } },
  additionalProperties: false,
};
const querySchema = {
  type: "object",
  properties: { size: { type: "integer", minimum: 1, maximum: 50 } },
  additionalProperties: false,
};
const responseSchema = { type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } };

const shape = {
  tag: { name: "Planted", description: "Endpoints with a fault each, to see whether it is found." },
  summary: "Planted",
  access: { scope: undefined },
  responses: { 200: { description: "Fine.", schema: responseSchema } },
} as const satisfies Partial<Route>;

interface Plant {
  readonly route: Route;
  readonly finding: RegExp;
  /** Finds the fault within a few requests; any other finds it later. */
  readonly seed: number;
}

/** Faults on some input only, and the expected finding. */
export const plants: readonly Plant[] = [
  {
    finding: /the response was 500/,
    seed: 1,
    route: {
      ...shape,
      method: "POST",
      path: "/planted/fault",
      operationId: "plantedFault",
      body: { schema: bodySchema },
      work: {
        kind: "read",
        handle: async (request) => {
          // The classic: text is split by code unit, and a lone surrogate is invalid.
          for (const unit of bodyOf(request).name.split("")) encodeURIComponent(unit);
          return { status: 200, body: { ok: true } };
        },
      },
    },
  },
  {
    finding: /is not as documented: .*unplanned/,
    seed: 26,
    route: {
      ...shape,
      method: "GET",
      path: "/planted/field",
      operationId: "plantedField",
      query: querySchema,
      work: {
        kind: "read",
        handle: async ({ query }) => {
          const { size } = query as { readonly size?: number };
          return { status: 200, body: { ok: true, ...(size === 50 ? { unplanned: 1 } : {}) } };
        },
      },
    },
  },
  {
    finding: /→ 202 is not documented/,
    seed: 13,
    route: {
      ...shape,
      method: "POST",
      path: "/planted/status",
      operationId: "plantedStatus",
      body: { schema: bodySchema },
      work: {
        kind: "read",
        handle: async (request) => {
          const isBig = bodyOf(request).count > Number.MAX_SAFE_INTEGER;
          return { status: isBig ? 202 : 200, body: { ok: true } };
        },
      },
    },
  },
];

function bodyOf({ body }: ApiRequest): { readonly name: string; readonly count: number } {
  return body as { readonly name: string; readonly count: number };
}
