import Type, { type Static } from "typebox";
import { inWords } from "../http/schemas.ts";
import { idPattern } from "../kernel/id.ts";
import { type Instant, parseInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { railSystems } from "../rails/rail.ts";
import { paymentDirections, paymentStatuses } from "./payment.ts";
import type { PaymentFilter } from "./store.ts";

const idQuery = (description: string) =>
  Type.String({ pattern: idPattern, ...inWords("an id of 26 characters"), description });
const timeQuery = (description: string) => Type.String({ format: "date-time", description });

/** The query parameters by which payments are chosen; spread into a list's own query schema. */
export const paymentFilterQuery = {
  status: Type.Optional(Type.Enum([...paymentStatuses])),
  direction: Type.Optional(Type.Enum([...paymentDirections])),
  type: Type.Optional(Type.Enum([...railSystems])),
  transfer_id: Type.Optional(idQuery("Of this transfer.")),
  automation_id: Type.Optional(idQuery("That came to this automation.")),
  created_after: Type.Optional(timeQuery("Inserted later than this.")),
  created_before: Type.Optional(timeQuery("Inserted earlier than this.")),
};

const FilterQuery = Type.Object(paymentFilterQuery);

export function readPaymentFilter(query: Static<typeof FilterQuery>): PaymentFilter {
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

/** A moment that the schema lets pass and that no clock of ours can show is refused as well. */
function readTime(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const detail = "must be an RFC 3339 date-time since 1970";
  throw new RefusalError(
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/query/${name}`, detail }] }),
  );
}
