import Type from "typebox";
import {
  ApprovalSchema,
  approvalList,
  approvalNotFound,
  approvalStatuses,
  type Decision,
  decisions,
  findApproval,
  findApprovalOfOperators,
  findDecisions,
  findRefusal,
  openRequest,
  operatorApprovals,
  presentApproval,
  readResult,
  type StoredApproval,
} from "../../approvals/index.ts";
import { findApplications } from "../../auth/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { type ApiRequest, causeOf, principalOf, type Route, sessionUserOf } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { networks, parseId, platformTenant, type TenantId } from "../../kernel/id.ts";
import { findUser } from "../../users/index.ts";
import { summarizeRequest } from "../confirmations/summarize-request.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consoleList, consolePath, consoleRead, workspacePath } from "../console-route.ts";

const path = `${consolePath}/approvals`;
const inWorkspace = `${workspacePath}/approvals`;

/** What operators request and must approve, over all tenants; and what waits in a workspace, as its pages show it. */
export function approvalRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    listOfOperatorsRoute(deps),
    getRoute(deps),
    ...decisions.map((decision) => decisionRoute(deps, decision)),
    listInWorkspaceRoute(deps),
    getInWorkspaceRoute(deps),
    resultRoute(deps),
  ];
}

const ConsoleApprovalSchema = named(
  "ConsoleApproval",
  Type.Object({
    approval: ApprovalSchema,
    tenant_id: Type.Union([Type.Null(), IdSchema], { description: "Null for the platform itself." }),
    network: Type.Enum([...networks]),
    is_yours: Type.Boolean({ description: "Whether you requested it." }),
    cannot_approve: nullableString({ description: "Why you cannot approve it; null if you can." }),
    facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
      description: "What would be done, with the names of what it concerns.",
    }),
    names: Type.Record(Type.String(), nullableString(), {
      description: "Names of the requester and of those who decided, by their ids.",
    }),
  }),
);
const ConsoleApprovalsSchema = named(
  "ConsoleApprovals",
  Type.Object({ approvals: Type.Array(ConsoleApprovalSchema), pagination: PaginationSchema }),
);

const ListQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...approvalStatuses])),
});
const listResponse = { description: "A page of approvals.", schema: ConsoleApprovalsSchema };
const oneResponse = { description: "The approval.", schema: ConsoleApprovalSchema };

function listOfOperatorsRoute(deps: ConsoleDeps): Route {
  return consoleList(`GET ${path}`, {
    operationId: "listOperatorApprovals",
    summary: "List what operators must approve",
    description:
      "Commands of operators, and operations of tenants to which a rule of the platform applies, newest first.",
    access: { permission: "approvals.read" },
    query: ListQuery,
    response: listResponse,
    list: {
      ...listOf(deps),
      rows: operatorApprovals,
      filters: ({ query }) => ({ status: query.status }),
    },
  });
}

function getRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${path}/{approval_id}`, {
    operationId: "getOperatorApproval",
    summary: "Get what operators must approve",
    access: { permission: "approvals.read" },
    response: oneResponse,
    refusals: ["not_found"],
    handle: async (request) => present(deps, request, await requireApproval(deps, request)),
  });
}

function listInWorkspaceRoute(deps: ConsoleDeps): Route {
  return consoleList(`GET ${inWorkspace}`, {
    operationId: "listWorkspaceApprovals",
    summary: "List what waits for approvals",
    access: { permission: "approvals:read" },
    query: ListQuery,
    response: listResponse,
    list: {
      ...listOf(deps),
      rows: approvalList,
      filters: (request) => {
        const { tenantId, network } = principalOf(request);
        return { tenantId, network, status: request.query.status };
      },
    },
  });
}

/** The same in both places. */
function listOf(deps: ConsoleDeps) {
  return {
    session: deps.database,
    name: "approvals",
    status: "status",
    present: async (approvals: readonly StoredApproval[], request: ApiRequest) => {
      const shown = [];
      for (const approval of approvals) shown.push(await present(deps, request, approval));
      return shown;
    },
  };
}

function getInWorkspaceRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${inWorkspace}/{approval_id}`, {
    operationId: "getWorkspaceApproval",
    summary: "Get what waits for approvals",
    access: { permission: "approvals:read" },
    response: oneResponse,
    refusals: ["not_found"],
    handle: async (request) => {
      const approval = await findApproval(deps.database, keyIn(request));
      if (approval === undefined) throw approvalNotFound();
      return present(deps, request, approval);
    },
  });
}

function resultRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`POST ${inWorkspace}/{approval_id}/result`, {
    operationId: "takeApprovalResult",
    summary: "Take the result of an approved operation",
    description:
      "For operations that return a secret, such as a new application: the response of the endpoint, for the " +
      "requester, once.",
    access: { permission: "approvals:write", isSensitive: true },
    response: {
      description: "The result.",
      schema: named("ApprovalResult", Type.Object({ result: Type.Unknown() })),
    },
    refusals: ["not_found", "not_permitted", "conflict"],
    handle: async (request) => {
      const by = { type: "user", id: sessionUserOf(request).userId } as const;
      const taken = { key: keyIn(request), by, cause: causeOf(request), comment: undefined };
      return { result: await deps.database.transaction((tx) => readResult(deps, tx, taken)) };
    },
  });
}

function keyIn(request: ApiRequest): Parameters<typeof findApproval>[1] {
  const { tenantId, network } = principalOf(request);
  const id = parseId<"approval">(request.params["approval_id"] ?? "");
  if (id === undefined) throw approvalNotFound();
  return { tenantId, network, id, isOfOperators: false };
}

function decisionRoute(deps: ConsoleDeps, decision: Decision): Route {
  const { verb, operationId, summary, description, body, decide } = decision;
  return consoleCommand(`POST ${path}/{approval_id}/${verb}`, {
    operationId: `platform.${operationId}`,
    summary,
    description,
    access: {
      permission: "approvals.decide",
      ...(verb === "approve" ? { confirmation: "always" } : {}),
    },
    body: { schema: body, isOptional: true },
    response: oneResponse,
    refusals: ["not_found", "not_permitted", "conflict"],
    handle: async (request) => {
      const key = await requireApproval(deps, request);
      const by = { type: "user", id: sessionUserOf(request).userId } as const;
      const { comment } = request.body;
      await deps.database.transaction((tx) =>
        decide(deps, tx, { key, by, cause: causeOf(request), comment }),
      );
      return present(deps, request, await requireApproval(deps, request));
    },
  });
}

async function requireApproval({ database }: ConsoleDeps, { params }: ApiRequest): Promise<StoredApproval> {
  const id = parseId<"approval">(params["approval_id"] ?? "");
  const approval = id === undefined ? undefined : await findApprovalOfOperators(database, id);
  if (approval === undefined) throw approvalNotFound();
  return approval;
}

async function present(deps: ConsoleDeps, request: ApiRequest, approval: StoredApproval) {
  const { requester, tenantId, network } = approval;
  const you = { type: "user", id: sessionUserOf(request).userId } as const;
  const history = await findDecisions(deps.database, approval);
  const names: Record<string, string | null> = {};
  for (const { type, id } of [requester, ...history.map(({ by }) => by)])
    names[id] ??= await (type === "user" ? nameOf(deps, id) : nameOfApplication(deps, tenantId, id));
  return {
    approval: presentApproval(approval, history),
    tenant_id: tenantId === platformTenant ? null : tenantId,
    network,
    is_yours: requester.id === you.id,
    cannot_approve: (await findRefusal(deps, deps.database, approval, you))?.detail ?? null,
    facts: [...(await summarizeRequest(deps, requestIn(deps, approval)))],
    names,
  };
}

/** With its place, so that ids in it can be named. */
function requestIn(deps: ConsoleDeps, approval: StoredApproval): ApiRequest {
  const { tenantId, network, isOfOperators } = approval;
  const request = openRequest(deps, approval);
  return isOfOperators
    ? request
    : { ...request, params: { ...request.params, tenant_id: tenantId, network } };
}

async function nameOf({ database }: ConsoleDeps, id: string): Promise<string | null> {
  const userId = parseId<"user">(id);
  return (userId && (await findUser(database, { id: userId }))?.name) ?? null;
}

async function nameOfApplication(
  { database }: ConsoleDeps,
  tenantId: TenantId,
  id: string,
): Promise<string | null> {
  const applicationId = parseId<"application">(id);
  if (applicationId === undefined) return null;
  return (await findApplications(database, tenantId, [applicationId])).get(applicationId)?.name ?? null;
}
