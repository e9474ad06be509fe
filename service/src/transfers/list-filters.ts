import Type, { type Static, type TProperties } from "typebox";
import { readTransferType, TransferTypeFilterSchema } from "../addresses/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { type Instant, parseInstant } from "../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import { transferFilterStatuses } from "./transfer.ts";

/** Filters of every list of transfers. */
export const transferFilterQuery = {
  status: Type.Optional(
    Type.Enum([...transferFilterStatuses], {
      type: "string",
      description: "Nothing matches a status that does not occur here, such as `processing`.",
    }),
  ),
  address_id: Type.Optional(IdSchema),
  transfer_type: Type.Optional(TransferTypeFilterSchema),
  value_type: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 12,
      description: "Value type of the source or the destination, in any letter case.",
    }),
  ),
  transaction_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Transaction of the source or the destination.",
    }),
  ),
  created_after: Type.Optional(DateTimeSchema),
  created_before: Type.Optional(DateTimeSchema),
} satisfies TProperties;

type FilterQuery = Static<Type.TObject<typeof transferFilterQuery>> & {
  readonly automation_id?: string;
};

export function readTransferFilters(query: FilterQuery, network: Network) {
  const place = { network, pointer: "/query/transfer_type" };
  return {
    apiStatus: query.status,
    addressId: query.address_id,
    transferType:
      query.transfer_type === undefined ? undefined : orThrow(readTransferType(query.transfer_type, place)),
    valueType: query.value_type,
    transactionId: query.transaction_id,
    automationId: query.automation_id,
    createdAfter: readTime(query.created_after, "created_after"),
    createdBefore: readTime(query.created_before, "created_before"),
  };
}

function readTime(text: string | undefined, name: string): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const detail = "must be a valid RFC 3339 date-time with an offset";
  throw new RefusalError(
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/query/${name}`, detail }] }),
  );
}
