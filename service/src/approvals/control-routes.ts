import type { Transaction } from "../db/database.ts";
import {
  type ApiRequest,
  type ApiResponse,
  type BatchWork,
  principalOf,
  type Route,
  type WriteWork,
} from "../http/route.ts";
import { assert } from "../kernel/assert.ts";
import type { TenantId } from "../kernel/id.ts";
import { isRefusal, type Refusal, RefusalError } from "../kernel/refusal.ts";
import { ApprovalSchema, approvalExample } from "./approval-response.ts";
import { controlledEndpoints, operationOf, readControlled } from "./controls.ts";
import { type ApprovalDeps, loadDemands, requestApproval } from "./request-approval.ts";
import type { ApprovalRule } from "./rule.ts";
import { selectRules } from "./rule-store.ts";

/** Carries out a request in the transaction, as its endpoint would. */
export type Execute = (tx: Transaction, request: ApiRequest) => Promise<ApiResponse | Refusal>;

export interface ControlledRoutes {
  readonly routes: readonly Route[];
  /** By the operation ids of the endpoints. */
  readonly executors: ReadonlyMap<string, Execute>;
}

/** Puts the approval rules in front of the controlled endpoints. */
export function controlRoutes(deps: ApprovalDeps, routes: readonly Route[]): ControlledRoutes {
  const executors = new Map<string, Execute>();
  const controlled = routes.map((route) => {
    const { work, operationId } = route;
    if (!controlledEndpoints.includes(operationId)) return route;
    assert(work.kind === "write" || work.kind === "batch", "controlled endpoints write in one transaction");
    const execute = executorOf(work);
    executors.set(operationId, execute);
    return {
      ...route,
      responses: { ...route.responses, 202: waitingResponse },
      work:
        work.kind === "write" ? controlWrite(deps, operationId, work) : controlBatch(deps, operationId, work),
    };
  });
  return { routes: controlled, executors };
}

const waitingResponse = {
  description:
    "An approval rule applies: the operation waits for approvals, and nothing else has happened yet.",
  schema: ApprovalSchema,
  example: approvalExample,
  headers: { location: "URL of the approval." },
};

function executorOf(work: WriteWork | BatchWork): Execute {
  return async (tx, request) => {
    if (work.kind === "write") return work.handle(tx, request);
    assert(request.principal !== undefined, "a controlled request has a caller");
    const [response] = await work.handle(tx, request.principal.tenantId, [request]);
    assert(response !== undefined, "each request has its response");
    return response;
  };
}

function controlWrite(deps: ApprovalDeps, endpoint: string, work: WriteWork): WriteWork {
  return {
    ...work,
    handle: async (tx, request) => {
      const { tenantId } = principalOf(request);
      const rules = [...(await rulesFor(tx, endpoint, tenantId)), ...(await ownRule(tx, request, tenantId))];
      if (rules.length === 0) return work.handle(tx, request);
      const waiting = await waitIfDemanded(deps, tx, { endpoint, rules, request, execute: executorOf(work) });
      if (waiting === undefined) return work.handle(tx, request);
      if (isRefusal(waiting)) throw new RefusalError(waiting);
      return waiting;
    },
  };
}

/** Requests that wait are handled first: trying them takes locks, which are released again. */
function controlBatch(deps: ApprovalDeps, endpoint: string, work: BatchWork): BatchWork {
  return {
    ...work,
    handle: async (tx, tenantId, requests) => {
      const rules = await rulesFor(tx, endpoint, tenantId);
      if (rules.length === 0) return work.handle(tx, tenantId, requests);
      const waiting = new Map<ApiRequest, ApiResponse | Refusal>();
      for (const request of requests) {
        const response = await waitIfDemanded(deps, tx, {
          endpoint,
          rules,
          request,
          execute: executorOf(work),
        });
        if (response !== undefined) waiting.set(request, response);
      }
      const others = requests.filter((request) => !waiting.has(request));
      const responses = others.length === 0 ? [] : await work.handle(tx, tenantId, others);
      const byRequest = new Map(others.map((request, index) => [request, responses[index]]));
      return requests.map((request) => {
        const response = waiting.get(request) ?? byRequest.get(request);
        assert(response !== undefined, "each request has its response");
        return response;
      });
    },
  };
}

/** The rules for this operation that may apply to the tenant. */
async function rulesFor(
  tx: Transaction,
  endpoint: string,
  tenantId: TenantId,
): Promise<readonly ApprovalRule[]> {
  const rules = await selectRules(tx, tenantId);
  return rules.filter(({ operation }) => operation === operationOf(endpoint));
}

/** Removing a rule needs the approvals that it demands. */
async function ownRule(
  tx: Transaction,
  { params }: ApiRequest,
  tenantId: TenantId,
): Promise<readonly ApprovalRule[]> {
  const { rule_id: id } = params;
  if (id === undefined) return [];
  const rule = (await selectRules(tx, tenantId)).find((each) => each.id === id);
  if (rule === undefined) return [];
  const anything = { network: undefined, asset: undefined, aboveCents: undefined, requesterRole: undefined };
  return [{ ...rule, ...anything, operation: "approval_rule" }];
}

interface Controlled {
  readonly endpoint: string;
  readonly rules: readonly ApprovalRule[];
  readonly request: ApiRequest;
  readonly execute: Execute;
}

/** Undefined if no rule applies. What would be refused now is refused at once, before anyone has to decide. */
async function waitIfDemanded(
  deps: ApprovalDeps,
  tx: Transaction,
  { endpoint, rules, request, execute }: Controlled,
): Promise<ApiResponse | Refusal | undefined> {
  const controlled = readControlled(endpoint, request);
  assert(controlled !== undefined, "this endpoint is controlled");
  const { facts, demands } = await loadDemands(tx, rules, controlled, request);
  if (demands.length === 0) return undefined;
  const tried = await tryOut(tx, () => execute(tx, request));
  if (isRefusal(tried)) return tried;
  return requestApproval(deps, tx, request, { endpoint, controlled, facts, demands });
}

/** Runs the operation and takes it back. */
async function tryOut(
  tx: Transaction,
  run: () => Promise<ApiResponse | Refusal>,
): Promise<ApiResponse | Refusal> {
  const takeBack = await tx.savepoint();
  const tried = await inSavepoint(tx, run);
  await takeBack();
  return tried;
}

/** A refusal takes back what the operation has written. */
export async function inSavepoint(
  tx: Transaction,
  run: () => Promise<ApiResponse | Refusal>,
): Promise<ApiResponse | Refusal> {
  const takeBack = await tx.savepoint();
  try {
    const response = await run();
    if (isRefusal(response)) await takeBack();
    return response;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    await takeBack();
    return error.refusal;
  }
}
