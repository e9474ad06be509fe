import Type, { type Static, type TProperties, type TSchema } from "typebox";
import {
  DecidedReviewSchema,
  documentKinds,
  presentDecidedReview,
  rejectionCodes,
  requirementSets,
  type Verification,
} from "../../accounts/index.ts";
import {
  type AdminContext,
  acceptReviewDocument,
  approveReview,
  clearReviewHit,
  rejectReview,
  rejectReviewDocument,
  requestReviewDocuments,
} from "../../admin/index.ts";
import { bodyOf, type Route } from "../../http/route.ts";
import { nullableString, strictObject } from "../../http/schemas.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consolePath } from "../console-route.ts";

/** Decisions on an account. Each names the revision it is based on. */
export function reviewDecisionRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    decision(deps, approve),
    decision(deps, reject),
    decision(deps, requestDocuments),
    decision(deps, clearHit),
    decision(deps, acceptDocument),
    decision(deps, rejectDocument),
  ];
}

const maxReasonLength = 1_000;
const maxDocuments = 100;
const maxLabelLength = 20;

const revision = Type.Integer({
  minimum: 0,
  description: "Revision of the review that the decision is based on.",
});
const reason = Type.String({
  minLength: 1,
  maxLength: maxReasonLength,
  description: "Internal: not disclosed to the account or its managing account.",
});

interface Decision<Body extends TSchema> {
  /** Path below the review. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly body: Body;
  work(
    admin: AdminContext,
    on: { readonly accountId: string; readonly documentId: string; readonly revision: number },
    body: Static<Body>,
  ): Promise<Verification>;
}

const approve = decisionOf({
  path: "approve",
  operationId: "approveReview",
  summary: "Approve an account",
  body: onRevision({ reason: Type.Optional(reason) }),
  work: (admin, on, body) => approveReview(admin, { ...on, reason: body.reason }),
});

const reject = decisionOf({
  path: "reject",
  operationId: "rejectReview",
  summary: "Reject an account",
  body: onRevision({
    reason,
    code: Type.Enum([...rejectionCodes], { description: "Reason code returned to the managing account." }),
  }),
  work: (admin, on, body) => rejectReview(admin, { ...on, reason: body.reason, code: body.code }),
});

const requestDocuments = decisionOf({
  path: "request-documents",
  operationId: "requestReviewDocuments",
  summary: "Request documents",
  body: onRevision({
    reason: Type.Optional(reason),
    set: Type.Optional(
      Type.Enum([...requirementSets], { description: "Document set; otherwise `documents`." }),
    ),
    documents: Type.Optional(
      Type.Array(
        strictObject({
          document_kind: Type.Enum([...documentKinds]),
          person_label: Type.Optional(nullableString({ maxLength: maxLabelLength })),
        }),
        { maxItems: maxDocuments },
      ),
    ),
  }),
  work: (admin, on, body) =>
    requestReviewDocuments(admin, {
      ...on,
      reason: body.reason,
      set: body.set,
      documents: (body.documents ?? []).map(nameRequested),
    }),
});

const clearHit = decisionOf({
  path: "clear-hit",
  operationId: "clearReviewHit",
  summary: "Clear a hit on a complete account",
  body: onRevision({ reason }),
  work: (admin, on, body) => clearReviewHit(admin, { ...on, reason: body.reason }),
});

const acceptDocument = decisionOf({
  path: "documents/{document_id}/accept",
  operationId: "acceptReviewDocument",
  summary: "Accept a document",
  body: onRevision({}),
  work: (admin, on) => acceptReviewDocument(admin, on),
});

const rejectDocument = decisionOf({
  path: "documents/{document_id}/reject",
  operationId: "rejectReviewDocument",
  summary: "Reject a document and request it again",
  body: onRevision({ reason }),
  work: (admin, on, body) => rejectReviewDocument(admin, { ...on, reason: body.reason }),
});

const RevisionSchema = Type.Object({ revision });

function onRevision<Properties extends TProperties>(properties: Properties) {
  return strictObject({ revision, ...properties });
}

/** Infers the body type of each decision. */
function decisionOf<Body extends TSchema>(given: Decision<Body>): Decision<Body> {
  return given;
}

function decision<Body extends TSchema>(deps: ConsoleDeps, given: Decision<Body>): Route {
  return consoleCommand(`POST ${consolePath}/reviews/{account_id}/${given.path}`, {
    operationId: given.operationId,
    summary: given.summary,
    access: { permission: "reviews.decide", isSensitive: true },
    body: { schema: given.body },
    response: { description: "The updated review.", schema: DecidedReviewSchema },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (request) => {
      const body = bodyOf(given.body, request);
      const { account_id: accountId = "", document_id: documentId = "" } = request.params;
      const on = { accountId, documentId, revision: bodyOf(RevisionSchema, request).revision };
      return presentDecidedReview(await given.work(adminFor(deps, request), on, body));
    },
  });
}

function nameRequested(requested: {
  readonly document_kind: string;
  readonly person_label?: string | null;
}): string {
  const { document_kind, person_label } = requested;
  return person_label === undefined || person_label === null
    ? document_kind
    : `${document_kind}:${person_label}`;
}
