import { type AuditedObject, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import { type ApiRequest, type ApiResponse, accountIn, causeOf } from "../http/route.ts";
import type { Scope } from "../http/scopes.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import type { AccountId, Network, NewId, UserId } from "../kernel/id.ts";
import { addMs, type Clock } from "../kernel/instant.ts";
import type { Approval } from "./approval.ts";
import { newApprovalEvent } from "./approval-events.ts";
import { presentApproval } from "./approval-response.ts";
import { type ControlledRequest, shownCents } from "./controls.ts";
import { type CountDeps, type Counted, countAmounts, releaseAmounts } from "./count-amounts.ts";
import type { Party } from "./decide.ts";
import { roleOf } from "./party.ts";
import { type ApprovalRule, type ControlledFacts, type Demand, demandsOf } from "./rule.ts";
import { insertApproval, type StoredApproval } from "./store.ts";
import { requestContext } from "./tables.ts";

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

/** A request to which rules may apply. */
export interface Requested extends Pick<ControlledFacts, "tenantId" | "affectedNetwork"> {
  /** The operation id of the endpoint. */
  readonly endpoint: string;
  /** Of the workspace in which it is requested. */
  readonly network: Network;
  readonly controlled: ControlledRequest;
  readonly requester: Party;
}

export interface Demanded {
  readonly facts: ControlledFacts;
  readonly demands: readonly Demand[];
  readonly counted: Counted | undefined;
}

/** What rules demand of a tenant's requests, in their order. Their amounts count from then on. */
export async function loadDemands(
  deps: CountDeps,
  tx: Transaction,
  rules: readonly ApprovalRule[],
  requests: readonly Requested[],
): Promise<readonly Demanded[]> {
  const operations = [];
  for (const requested of requests) operations.push(await loadFacts(tx, requested));
  const counting = await countAmounts(deps, tx, rules, operations);
  return operations.map((facts, index) => {
    const cents = requests[index]?.controlled.sumCents ?? facts.cents;
    const { counted, used } = counting[index] ?? { counted: undefined, used: undefined };
    return { facts, counted, demands: demandsOf(rules, { ...facts, cents }, used) };
  });
}

async function loadFacts(
  tx: Transaction,
  { tenantId, affectedNetwork, requester, controlled }: Requested,
): Promise<ControlledFacts> {
  const { operation, assets, cents, destination } = controlled;
  const requesterRole = (await roleOf(tx, requester, tenantId)) ?? "none";
  return { operation, tenantId, affectedNetwork, assets, cents, destination, requesterRole };
}

/** Of a request that is refused after all. */
export async function releaseDemanded(
  { clock }: Pick<ApprovalDeps, "clock">,
  tx: Transaction,
  { facts: { tenantId, cents = 0n }, counted }: Demanded,
): Promise<void> {
  if (counted !== undefined) await releaseAmounts(tx, tenantId, counted, { cents, countedAt: clock.now() });
}

/** Stores a request until it has its approvals. */
export async function requestApproval(
  deps: ApprovalDeps,
  tx: Transaction,
  request: ApiRequest,
  {
    endpoint,
    network,
    controlled,
    requester,
    facts,
    demands,
    counted,
    isOfOperators,
  }: Requested & Demanded & ApprovalAudience,
): Promise<ApiResponse> {
  const { tenantId } = facts;
  const id = deps.newId<"approval">();
  const createdAt = deps.clock.now();
  const approval: StoredApproval = {
    ...facts,
    network,
    id,
    accountId: (isOfOperators ? tenantId : accountIn(request) || tenantId) as string as AccountId,
    endpoint,
    request: seal(deps.keyRing, Buffer.from(JSON.stringify(storedRequest(request))), requestContext({ id })),
    summary: controlled.summary,
    counted,
    requester,
    demands,
    status: "pending",
    isOfOperators,
    createdAt,
    updatedAt: createdAt,
    expiresAt: addMs(createdAt, deps.config.approvalExpiryMs),
    outcome: undefined,
    hasResult: false,
  };
  insertApproval(tx, approval);
  await auditChange(deps, tx, {
    cause: causeOf(request),
    action: "approval.request",
    of: auditedApproval(approval),
    after: { operation: approval.operation, dollars: shownCents(approval.cents), rules: demands.length },
  });
  await announce(deps, tx, "requested", approval);
  const path = isOfOperators ? "/console/api/approvals" : `/accounts/${tenantId}/approvals`;
  return {
    status: 202,
    body: presentApproval(approval, []),
    headers: { location: `${path}/${id}` },
  };
}

type ApprovalAudience = Pick<StoredApproval, "isOfOperators">;

/** Tenants do not see the commands of operators: their entries are in the log of the platform. */
export function auditedApproval({
  id,
  tenantId,
  network,
  accountId,
  isOfOperators,
}: Approval): AuditedObject {
  return isOfOperators ? { id, tenantId: undefined, network } : { id, tenantId, network, accountId };
}

/** Tenants do not see the commands of operators. */
export async function announce(
  { eventLog }: Pick<ApprovalDeps, "eventLog">,
  tx: Transaction,
  event: Parameters<typeof newApprovalEvent>[0],
  approval: Approval,
): Promise<void> {
  if (!approval.isOfOperators) await eventLog.append(tx, approval, [newApprovalEvent(event, approval)]);
}

/** The parts of a request that its endpoint needs to carry it out later, with the rights that its sender has then. */
type StoredRequest = Pick<ApiRequest, "params" | "query" | "body" | "requestId" | "clientAddress"> & {
  readonly userId?: UserId | undefined;
  readonly principal?: Omit<Principal, "scopes">;
};

function storedRequest(request: ApiRequest): StoredRequest {
  const { params, query, body, requestId, clientAddress, principal, sessionUser } = request;
  return {
    params,
    query,
    body,
    requestId,
    clientAddress,
    userId: sessionUser?.userId,
    ...(principal && { principal: withoutScopes(principal) }),
  };
}

function withoutScopes({ caller, accountId, tenantId, network }: Principal): Omit<Principal, "scopes"> {
  return { caller, accountId, tenantId, network };
}

/** The request as it was sent, in the name of its sender, with the scopes that the sender has now. */
export function openRequest(
  { keyRing }: Pick<ApprovalDeps, "keyRing">,
  { id, request }: Pick<StoredApproval, "id" | "request">,
  scopes: ReadonlySet<Scope> = new Set(),
): ApiRequest {
  const { userId, ...stored } = JSON.parse(
    open(keyRing, request, requestContext({ id })).toString(),
  ) as StoredRequest;
  const principal = stored.principal && { ...stored.principal, scopes };
  return {
    ...stored,
    principal,
    sessionUser:
      userId === undefined ? undefined : { userId, sessionId: "", hasSecondFactor: true, principal },
    headers: {},
    page: () => {
      throw new Error("a controlled operation is not a list");
    },
  };
}
