import Type, { type Static } from "typebox";
import { DateTimeSchema, named } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { returnCodeOf } from "../rails/nacha/return-codes.ts";
import { failureTypes, type TransferFailure } from "./transfer.ts";

const categories = ["insufficient_funds", "administrative", "unauthorized", "other"] as const;

export const FailureSchema = named(
  "TransferFailure",
  Type.Object(
    {
      type: Type.Enum([...failureTypes], { description: "Reason for the failure." }),
      occurred_at: DateTimeSchema,
      retriable: Type.Boolean({
        description: "True if the same transfer may succeed later (ACH return R01 or R09).",
      }),
      ach_return: Type.Optional(
        Type.Object({
          code: Type.String({ description: "Nacha return code.", examples: ["R01"] }),
          reason: Type.String(),
          category: Type.Enum([...categories]),
        }),
      ),
      wire_return: Type.Optional(
        Type.Object({ code: Type.String({ examples: ["AC04"] }), reason: Type.String() }),
      ),
    },
    { description: "Details of the failure." },
  ),
);

export function presentFailure({
  type,
  occurredAt,
  code,
  reason,
}: TransferFailure): Static<typeof FailureSchema> {
  const common = { type, occurred_at: formatInstant(occurredAt), retriable: false };
  if (type === "ach_return" && code !== undefined) {
    const known = returnCodeOf(code);
    return {
      ...common,
      retriable: known?.retriable ?? false,
      ach_return: { code, reason: known?.reason ?? reason ?? code, category: known?.category ?? "other" },
    };
  }
  if (type === "wire_return" && code !== undefined)
    return { ...common, wire_return: { code, reason: reason ?? code } };
  return common;
}
