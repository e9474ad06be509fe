import Type from "typebox";
import { defineEventType, type EventType } from "../../events/index.ts";
import { DateTimeSchema, IdSchema } from "../../http/schemas.ts";
import { RequirementSchema } from "./requirement-response.ts";
import { rejectionCodes } from "./verification.ts";

const accountId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const updatedAt = "2026-11-15T10:51:12.000Z";

export const documentsRequired = defineEventType({
  type: "account.verification.documents_required",
  summary: "An account's review requires documents to be uploaded.",
  schema: Type.Object({
    account_id: IdSchema,
    updated_at: DateTimeSchema,
    documents: Type.Array(RequirementSchema, { description: "Documents that are pending upload." }),
  }),
  example: {
    account_id: accountId,
    updated_at: updatedAt,
    documents: [
      {
        document_kind: "government_photo_id",
        document_type: "individual_document",
        display_name: "Government photo ID",
        status: "pending_upload",
        person_label: "controller",
      },
    ],
  },
});

export const completed = defineEventType({
  type: "account.verification.completed",
  summary: "An account's review completed: the account is `complete` and enabled.",
  schema: Type.Object({
    account_id: IdSchema,
    status: Type.Literal("complete"),
    updated_at: DateTimeSchema,
  }),
  example: { account_id: accountId, status: "complete", updated_at: updatedAt },
});

export const rejected = defineEventType({
  type: "account.verification.rejected",
  summary: "An account was rejected.",
  schema: Type.Object({
    account_id: IdSchema,
    status: Type.Literal("rejected"),
    reason_code: Type.Enum([...rejectionCodes]),
    updated_at: DateTimeSchema,
  }),
  example: {
    account_id: accountId,
    status: "rejected",
    reason_code: "information_mismatch",
    updated_at: updatedAt,
  },
});

export const accountEventTypes: readonly EventType[] = [documentsRequired, completed, rejected];
