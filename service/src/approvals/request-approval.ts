import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog } from "../events/index.ts";
import { type ApiRequest, type ApiResponse, accountIn, causeOf, principalOf } from "../http/route.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import type { AccountId, NewId } from "../kernel/id.ts";
import { addMs, type Clock } from "../kernel/instant.ts";
import type { ApprovalId } from "./approval.ts";
import { newApprovalEvent } from "./approval-events.ts";
import { presentApproval } from "./approval-response.ts";
import { type ControlledRequest, shownCents } from "./controls.ts";
import { roleOf } from "./party.ts";
import { type ApprovalRule, type ControlledFacts, type Demand, demandsOf } from "./rule.ts";
import { insertApproval, type StoredApproval } from "./store.ts";

export interface ApprovalDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly eventLog: EventLog;
  readonly config: ApprovalConfig;
}

export interface ApprovalConfig {
  /** How long a request waits before it expires. */
  readonly approvalExpiryMs: number;
  /** How long after a change of access a user does not count as the second user. */
  readonly newAccessMs: number;
}

/** What rules demand of a request. */
export async function loadDemands(
  tx: Transaction,
  rules: readonly ApprovalRule[],
  { operation, asset, cents }: ControlledRequest,
  request: ApiRequest,
): Promise<{ readonly facts: ControlledFacts; readonly demands: readonly Demand[] }> {
  const { tenantId, network, caller } = principalOf(request);
  const requesterRole = (await roleOf(tx, caller, tenantId)) ?? "none";
  const facts = { operation, tenantId, network, asset, cents, requesterRole };
  return { facts, demands: demandsOf(rules, facts) };
}

/** Stores a request until it has its approvals. */
export async function requestApproval(
  deps: ApprovalDeps,
  tx: Transaction,
  request: ApiRequest,
  { endpoint, controlled, facts, demands }: RequestedControl,
): Promise<ApiResponse> {
  const { tenantId, network, caller } = principalOf(request);
  const id = deps.newId<"approval">();
  const createdAt = deps.clock.now();
  const approval: StoredApproval = {
    tenantId,
    network,
    id,
    accountId: accountIn(request) as AccountId,
    operation: facts.operation,
    endpoint,
    request: seal(deps.keyRing, Buffer.from(JSON.stringify(storedRequest(request))), contextOf(id)),
    summary: controlled.summary,
    cents: facts.cents,
    asset: facts.asset,
    requester: caller,
    requesterRole: facts.requesterRole,
    demands,
    status: "pending",
    createdAt,
    updatedAt: createdAt,
    expiresAt: addMs(createdAt, deps.config.approvalExpiryMs),
    outcome: undefined,
  };
  insertApproval(tx, approval);
  await recordAudit(deps, tx, approval, [
    {
      cause: causeOf(request),
      action: "approval.request",
      subject: { type: "approval", id },
      accountId: approval.accountId,
      after: { operation: approval.operation, dollars: shownCents(approval.cents), rules: demands.length },
    },
  ]);
  await deps.eventLog.append(tx, approval, [newApprovalEvent("requested", approval)]);
  return {
    status: 202,
    body: presentApproval(approval, []),
    headers: { location: `/accounts/${tenantId}/approvals/${id}` },
  };
}

export interface RequestedControl {
  readonly endpoint: string;
  readonly controlled: ControlledRequest;
  readonly facts: ControlledFacts;
  readonly demands: readonly Demand[];
}

/** The parts of a request that its endpoint needs to carry it out later. */
type StoredRequest = Pick<ApiRequest, "params" | "query" | "body" | "requestId" | "clientAddress"> & {
  readonly principal: Omit<NonNullable<ApiRequest["principal"]>, "scopes"> & {
    readonly scopes: readonly string[];
  };
};

function storedRequest(request: ApiRequest): StoredRequest {
  const { params, query, body, requestId, clientAddress } = request;
  const principal = principalOf(request);
  return {
    params,
    query,
    body,
    requestId,
    clientAddress,
    principal: { ...principal, scopes: [...principal.scopes] },
  };
}

/** The request as it was sent, in the name of its sender. */
export function openRequest(
  { keyRing }: Pick<ApprovalDeps, "keyRing">,
  { id, request }: StoredApproval,
): ApiRequest {
  const stored = JSON.parse(open(keyRing, request, contextOf(id)).toString()) as StoredRequest;
  const { scopes } = stored.principal;
  return {
    ...stored,
    principal: { ...stored.principal, scopes: new Set(scopes) } as NonNullable<ApiRequest["principal"]>,
    sessionUser: undefined,
    headers: {},
    page: () => {
      throw new Error("a controlled operation is not a list");
    },
  };
}

function contextOf(id: ApprovalId): string {
  return `approvals/${id}`;
}
