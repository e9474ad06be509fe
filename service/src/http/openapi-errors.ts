import { STATUS_CODES } from "node:http";
import Type from "typebox";
import { type RefusalCode, refusalCodes } from "../kernel/refusal.ts";
import { DateTimeSchema, ErrorSchema, IdSchema, named } from "./schemas.ts";

/** RFC 6749 §5.2. */
export const OAuthErrorSchema = named(
  "OAuthError",
  Type.Object({
    error: Type.String({ description: "Error code from RFC 6749 §5.2, or `temporarily_unavailable`." }),
    error_description: Type.String({ description: "Human-readable explanation of the error." }),
  }),
);

const ConfirmationErrorSchema = named(
  "ConfirmationError",
  Type.Object({
    ...ErrorSchema.properties,
    confirmation: Type.Optional(
      Type.Object(
        {
          id: IdSchema,
          expires_at: DateTimeSchema,
          operation: Type.String(),
          facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
        },
        { description: "If this very request must be confirmed: what the user confirms." },
      ),
    ),
  }),
);

/** One response per status; its schema lists the codes that this endpoint uses with that status. */
export function refusalResponses(codes: readonly RefusalCode[]): readonly [string, object][] {
  const statuses = [...new Set(codes.map((code) => refusalCodes[code].status))].sort(
    (left, right) => left - right,
  );
  return statuses
    .map((status) => [status, codes.filter((code) => refusalCodes[code].status === status)] as const)
    .map(([status, used]) => [
      String(status),
      {
        description: used.map((code) => `\`${code}\`: ${refusalCodes[code].meaning}`).join("\n\n"),
        headers: errorHeaders(used),
        content: {
          "application/json": {
            schema: {
              allOf: [
                used.includes("second_factor_required") ? ConfirmationErrorSchema : ErrorSchema,
                { type: "object", properties: { status: { const: status }, code: { enum: [...used] } } },
              ],
            },
            example: exampleOf(status, used),
          },
        },
      },
    ]);
}

export function oauthErrorResponse(code: RefusalCode): [string, object] {
  const { status, meaning } = refusalCodes[code];
  return [
    String(status),
    {
      description: meaning,
      content: {
        "application/json": {
          schema: OAuthErrorSchema,
          example: {
            error: status >= 500 || status === 429 ? "temporarily_unavailable" : "invalid_request",
            error_description: meaning,
          },
        },
      },
    },
  ];
}

function exampleOf(status: number, codes: readonly RefusalCode[]): object {
  const [code] = codes;
  return {
    status,
    title: STATUS_CODES[status],
    detail: code === undefined ? "" : refusalCodes[code].meaning,
    code,
    request_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    ...(code === "validation_failed" ? { errors: [{ pointer: "/name", detail: "is required" }] } : {}),
  };
}

function errorHeaders(codes: readonly RefusalCode[]): object {
  const text = (description: string) => ({ description, schema: { type: "string" } });
  const waits = codes.some(
    (code) => code === "idempotency_key_in_flight" || [429, 503].includes(refusalCodes[code].status),
  );
  return {
    "x-request-id": text("Id of this request."),
    ...(waits ? { "retry-after": text("Seconds to wait before retrying.") } : {}),
    ...(codes.includes("unauthorized") || codes.includes("insufficient_scope")
      ? { "www-authenticate": text("The required kind of token, RFC 6750.") }
      : {}),
  };
}
