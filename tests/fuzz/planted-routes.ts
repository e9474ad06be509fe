import Type from "typebox";
import { bodyOf, queryOf, type Route } from "../../service/src/http/route.ts";
import { strictObject } from "../../service/src/http/schemas.ts";

const PlantedBody = strictObject({
  name: Type.String({ maxLength: 100 }),
  count: Type.Integer({ minimum: 0 }),
});
const PlantedQuery = strictObject({ size: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })) });

const shape = {
  tag: { name: "Planted", description: "Endpoints with a fault each, to see whether it is found." },
  summary: "Planted",
  access: { scope: undefined },
  answers: { 200: { description: "Fine.", schema: Type.Object({ ok: Type.Boolean() }) } },
} as const satisfies Partial<Route>;

/** What each of these does wrong, on some input only, and how a finding says so. */
export const plants: readonly { readonly route: Route; readonly finding: RegExp }[] = [
  {
    finding: /answered with 500/,
    route: {
      ...shape,
      method: "POST",
      path: "/planted/fault",
      operationId: "plantedFault",
      body: { schema: PlantedBody },
      work: {
        kind: "read",
        handle: async (request) => {
          const { name } = bodyOf(PlantedBody, request);
          // The classic: text is taken apart by unit, and one of the halves means nothing.
          for (const unit of name.split("")) encodeURIComponent(unit);
          return { status: 200, body: { ok: true } };
        },
      },
    },
  },
  {
    finding: /is not as documented: .*unplanned/,
    route: {
      ...shape,
      method: "GET",
      path: "/planted/field",
      operationId: "plantedField",
      query: PlantedQuery,
      work: {
        kind: "read",
        handle: async (request) => {
          const { size } = queryOf(PlantedQuery, request);
          return { status: 200, body: { ok: true, ...(size === 50 ? { unplanned: 1 } : {}) } };
        },
      },
    },
  },
  {
    finding: /→ 202 is not documented/,
    route: {
      ...shape,
      method: "POST",
      path: "/planted/status",
      operationId: "plantedStatus",
      body: { schema: PlantedBody },
      work: {
        kind: "read",
        handle: async (request) => {
          const { count } = bodyOf(PlantedBody, request);
          return { status: count > Number.MAX_SAFE_INTEGER ? 202 : 200, body: { ok: true } };
        },
      },
    },
  },
];
