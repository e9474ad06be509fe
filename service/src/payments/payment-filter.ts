import Type, { type Static } from "typebox";
import { inWords } from "../http/schemas.ts";
import { idPattern } from "../kernel/id.ts";
import { type Instant, parseInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { railSystems } from "../rails/rail.ts";
import { paymentDirections, paymentFilterStatuses } from "./payment.ts";

const idQuery = (description: string) =>
  Type.String({ pattern: idPattern, ...inWords("an id of 26 characters"), description });
const timeQuery = (description: string) => Type.String({ format: "date-time", description });

/** Query parameters that filter payments; spread into the query schema of a list. */
export const paymentFilterQuery = {
  status: Type.Optional(
    Type.Enum([...paymentFilterStatuses], {
      description: "Nothing matches a status that no payment has, such as `processing`.",
    }),
  ),
  direction: Type.Optional(Type.Enum([...paymentDirections])),
  type: Type.Optional(Type.Enum([...railSystems])),
  transfer_id: Type.Optional(idQuery("Only payments of this transfer.")),
  automation_id: Type.Optional(idQuery("Only payments received by this automation.")),
  created_after: Type.Optional(timeQuery("Only payments created after this time.")),
  created_before: Type.Optional(timeQuery("Only payments created before this time.")),
};

const FilterQuery = Type.Object(paymentFilterQuery);

export function readPaymentFilter(query: Static<typeof FilterQuery>) {
  return {
    status: query.status,
    direction: query.direction,
    type: query.type,
    transferId: query.transfer_id,
    automationId: query.automation_id,
    createdAfter: readTime("created_after", query.created_after),
    createdBefore: readTime("created_before", query.created_before),
  };
}

/** Also rejects times that the schema accepts but that are out of range. */
function readTime(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const detail = "must be an RFC 3339 date-time, 1970 or later";
  throw new RefusalError(
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/query/${name}`, detail }] }),
  );
}
