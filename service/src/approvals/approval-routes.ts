import Type from "typebox";
import type { Database, Transaction } from "../db/database.ts";
import { listRoute } from "../http/list-route.ts";
import { pageQuery, pageResponse } from "../http/paging.ts";
import { type ApiRequest, causeOf, principalOf, type Route, readRoute, writeRoute } from "../http/route.ts";
import { named, strictObject } from "../http/schemas.ts";
import { parseId } from "../kernel/id.ts";
import { type Approval, approvalStatuses } from "./approval.ts";
import { ApprovalSchema, approvalExample, presentApproval } from "./approval-response.ts";
import {
  addComment,
  approve,
  cancel,
  type DecideDeps,
  type Decided,
  notFound,
  reject,
} from "./decide-approval.ts";
import { requireManagingAccount } from "./managing-account.ts";
import { approvalTag } from "./rule-routes.ts";
import { type ApprovalKey, approvalList, selectApproval, selectDecisions } from "./store.ts";

export interface ApprovalRouteDeps extends DecideDeps {
  readonly database: Database;
}

/** What waits for approvals, and the decisions about it. */
export function approvalRoutes(deps: ApprovalRouteDeps): readonly Route[] {
  return [
    listApprovalsRoute(deps),
    getRoute(deps),
    ...decisions.map((decision) => decisionRoute(deps, decision)),
  ];
}

const path = "/accounts/{account_id}/approvals";

function listApprovalsRoute({ database }: ApprovalRouteDeps): Route {
  return listRoute(`GET ${path}`, {
    operationId: "listApprovals",
    tag: approvalTag,
    summary: "List approvals",
    description: "Returns the operations that wait for approvals or waited, newest first.",
    access: { scope: "approvals:read" },
    query: strictObject({ ...pageQuery, status: Type.Optional(Type.Enum([...approvalStatuses])) }),
    response: pageResponse({
      description: "A page of approvals.",
      name: "ApprovalList",
      member: "approvals",
      items: ApprovalSchema,
      example: approvalExample,
    }),
    refusals: ["not_found"],
    list: {
      session: database,
      rows: approvalList,
      filters: (request) => ({
        tenantId: requireManagingAccount(request),
        network: principalOf(request).network,
        status: request.query.status,
      }),
      present: (approvals) => Promise.all(approvals.map((approval) => present(database, approval))),
    },
  });
}

function getRoute(deps: ApprovalRouteDeps): Route {
  return readRoute(`GET ${path}/{approval_id}`, {
    operationId: "getApproval",
    tag: approvalTag,
    summary: "Get an approval",
    description: "Includes its history and, once it was carried out, where to find the result.",
    access: { scope: "approvals:read" },
    response: { description: "The approval.", schema: ApprovalSchema, example: approvalExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const approval = await selectApproval(deps.database, keyIn(request));
      if (approval === undefined) throw notFound();
      return { status: 200, body: await present(deps.database, approval) };
    },
  });
}

const CommentSchema = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$",
  description: "Shown in the history.",
});
export const OptionalComment = named(
  "ApprovalDecisionRequest",
  strictObject({ comment: Type.Optional(CommentSchema) }),
);
export const RequiredComment = named("ApprovalCommentRequest", strictObject({ comment: CommentSchema }));

export interface Decision {
  readonly verb: "approve" | "reject" | "cancel" | "comments";
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: typeof OptionalComment | typeof RequiredComment;
  decide(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval>;
}

export const decisions: readonly Decision[] = [
  {
    verb: "approve",
    operationId: "approveOperation",
    summary: "Approve an operation",
    description:
      "The approval that completes what the rules demand carries the operation out. If it is refused then, the status " +
      "is `failed` and `outcome` has the error.",
    body: OptionalComment,
    decide: approve,
  },
  {
    verb: "reject",
    operationId: "rejectOperation",
    summary: "Reject an operation",
    description: "One rejection by someone whose approval would count ends it.",
    body: OptionalComment,
    decide: reject,
  },
  {
    verb: "cancel",
    operationId: "cancelOperation",
    summary: "Cancel an operation",
    description: "Only the requester can cancel it.",
    body: OptionalComment,
    decide: cancel,
  },
  {
    verb: "comments",
    operationId: "commentOnOperation",
    summary: "Comment on an operation",
    description: "Adds a comment to the history.",
    body: RequiredComment,
    decide: addComment,
  },
];

function decisionRoute(deps: ApprovalRouteDeps, decision: Decision): Route {
  return writeRoute(`POST ${path}/{approval_id}/${decision.verb}`, {
    operationId: decision.operationId,
    tag: approvalTag,
    summary: decision.summary,
    description: decision.description,
    access: { scope: "approvals:write" },
    body: {
      schema: decision.body,
      example: { comment: "Checked with the customer by phone." },
      isOptional: true,
    },
    response: { description: "The approval.", schema: ApprovalSchema, example: approvalExample },
    refusals: ["not_found", "not_permitted", "conflict"],
    handle: async (tx, request) => {
      const { comment } = request.body;
      const by = principalOf(request).caller;
      const approval = await decision.decide(deps, tx, {
        key: keyIn(request),
        by,
        cause: causeOf(request),
        comment,
      });
      return { status: 200, body: await present(tx, approval) };
    },
  });
}

export function keyIn(request: ApiRequest): ApprovalKey {
  const tenantId = requireManagingAccount(request);
  const id = parseId<"approval">(request.params["approval_id"] ?? "");
  if (id === undefined) throw notFound();
  return { tenantId, network: principalOf(request).network, id, isOfOperators: false };
}

async function present(session: Parameters<typeof selectDecisions>[0], approval: Approval) {
  return presentApproval(approval, await selectDecisions(session, approval));
}
