import type { Transaction } from "../db/database.ts";
import type { JoiningDatabase } from "../db/joining-database.ts";
import { together } from "../db/together.ts";
import {
  type ApiRequest,
  type ApiResponse,
  type BatchGate,
  type CommandWork,
  principalOf,
  type Route,
  sessionUserOf,
  type WriteWork,
} from "../http/route.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, platformTenant } from "../kernel/id.ts";
import { isRefusal, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { ApprovalSchema, approvalExample } from "./approval-response.ts";
import { controlledEndpoints, operationOf, readControlled } from "./controls.ts";
import { operationOfCommand, operatorCommands, readCommand } from "./operator-controls.ts";
import {
  type ApprovalDeps,
  type Demanded,
  loadDemands,
  type Requested,
  releaseDemanded,
  requestApproval,
} from "./request-approval.ts";
import type { ApprovalRule, ControlledOperation } from "./rule.ts";
import { ruleNetworkOf } from "./rule-routes.ts";
import { selectPlatformRules, selectRules } from "./rule-store.ts";

/** Carries out a request in the transaction, as its endpoint would. */
export type Execute = (tx: Transaction, request: ApiRequest) => Promise<ApiResponse | Refusal>;

/** What carries out the requests of an endpoint. */
export interface Executor {
  readonly execute: Execute;
  /** The scope or permission that the requester needs, still. */
  readonly permission: string;
  /** Whether the response has a secret, which only the requester may take. */
  readonly returnsSecret: boolean;
}

/** By the operation ids of the endpoints. */
export type Executors = Map<string, Executor>;

export interface ControlDeps extends ApprovalDeps {
  readonly executors: Executors;
  /** Commands of operators join the transaction of the last approval. */
  readonly database: JoiningDatabase;
}

/** Puts the approval rules in front of the controlled endpoints. */
export function controlRoutes(deps: ControlDeps, routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => {
    const { operationId } = route;
    const isOfOperators = operatorCommands.includes(operationId);
    if (!isOfOperators && !controlledEndpoints.includes(operationId)) return route;
    const executor = executorOf(deps, route);
    deps.executors.set(operationId, executor);
    const control = { endpoint: operationId, execute: executor.execute };
    const work = isOfOperators ? controlCommand(deps, control, route) : controlTenant(deps, control, route);
    return { ...route, responses: { ...route.responses, 202: waitingResponse }, work };
  });
}

const waitingResponse = {
  description:
    "An approval rule applies: the operation waits for approvals, and nothing else has happened yet.",
  schema: ApprovalSchema,
  example: approvalExample,
  headers: { location: "URL of the approval." },
};

interface Control {
  readonly endpoint: string;
  readonly execute: Execute;
}

function executorOf({ database }: ControlDeps, { work, access }: Route): Executor {
  assert(access !== "public", "a controlled endpoint has a caller");
  const permission = "permission" in access ? access.permission : access.scope;
  assert(permission !== undefined, "a controlled endpoint needs a permission");
  const returnsSecret = work.kind === "write" && work.sealsResponse === true;
  return { permission, returnsSecret, execute: executeOf(database, work) };
}

function executeOf(database: JoiningDatabase, work: Route["work"]): Execute {
  switch (work.kind) {
    case "write":
      return (tx, request) => work.handle(tx, request);
    case "command":
      return (tx, request) => database.join(tx, () => work.handle(request));
    case "batch":
      return async (tx, request) => {
        const [response] = await work.handle(tx, principalOf(request), [request]);
        assert(response !== undefined, "each request has its response");
        return response;
      };
    case "read":
    case "upload":
      throw new Error(`an endpoint of kind ${work.kind} cannot wait for approvals`);
  }
}

function controlTenant(deps: ControlDeps, control: Control, { work }: Route): Route["work"] {
  switch (work.kind) {
    case "batch":
      return { ...work, gate: gateOf(deps, control) };
    case "write": {
      const handle: WriteWork["handle"] = (tx, request) => handleIn(deps, control, tx, request);
      return { ...work, handle };
    }
    case "command": {
      const handle: CommandWork["handle"] = (request) =>
        deps.database.transaction((tx) => handleIn(deps, control, tx, request));
      return { ...work, handle };
    }
    case "read":
    case "upload":
      throw new Error(`an endpoint of kind ${work.kind} cannot wait for approvals`);
  }
}

/** Carries the request out, or lets it wait, in one transaction. */
async function handleIn(
  deps: ControlDeps,
  control: Control,
  tx: Transaction,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { tenantId } = principalOf(request);
  const [, known] = await together([tx.watchFacts(tenantId), selectRules(tx, tenantId)]);
  const rules = [...rulesFor(known, operationOf(control.endpoint)), ...ownRule(known, request)];
  if (rules.length === 0) return orThrowRefusal(await control.execute(tx, request));
  const [waiting] = await waitIfDemanded(deps, tx, control, {
    rules,
    requests: [request],
    affectedNetworkOf: () => affectedNetworkOf(control.endpoint, request, known),
  });
  return orThrowRefusal(waiting?.response ?? (await control.execute(tx, request)));
}

function orThrowRefusal(response: ApiResponse | Refusal): ApiResponse {
  if (isRefusal(response)) throw new RefusalError(response);
  return response;
}

/** Requests that wait are handled first: trying them takes locks, which are released again. */
function gateOf(deps: ControlDeps, control: Control): BatchGate {
  return async (tx, { tenantId, network }) => {
    const rules = rulesFor(await selectRules(tx, tenantId), operationOf(control.endpoint));
    if (rules.length === 0) return undefined;
    const demanded = new Map<ApiRequest, Demanded>();
    return {
      stop: async (requests) => {
        const controlled = { rules, requests, affectedNetworkOf: () => network };
        const waiting = await waitIfDemanded(deps, tx, control, controlled);
        for (const each of waiting) demanded.set(each.request, each.demanded);
        return waiting.map(({ response }) => response);
      },
      release: async (request) => {
        const found = demanded.get(request);
        if (found !== undefined) await releaseDemanded(deps, tx, found);
      },
    };
  };
}

function rulesFor(
  rules: readonly ApprovalRule[],
  operation: ControlledOperation | undefined,
): readonly ApprovalRule[] {
  return rules.filter((rule) => rule.operation === operation);
}

/** The network that a request of a tenant changes; undefined for both. */
function affectedNetworkOf(
  endpoint: string,
  request: ApiRequest,
  known: readonly ApprovalRule[],
): Network | undefined {
  const operation = operationOf(endpoint);
  if (operation === "member") return undefined;
  if (operation !== "approval_rule") return principalOf(request).network;
  const removed = known.find(({ id }) => id === request.params["rule_id"]);
  return removed === undefined ? ruleNetworkOf(request) : removed.network;
}

/** Removing a rule needs the approvals that it demands. */
function ownRule(rules: readonly ApprovalRule[], { params }: ApiRequest): readonly ApprovalRule[] {
  const rule = rules.find(({ id }) => id === params["rule_id"]);
  if (rule === undefined) return [];
  const { id, setBy, approvals, approverRoles, createdAt } = rule;
  const operation = setBy === "tenant" ? "approval_rule" : "platform_rule";
  return [{ ...anyRequest, id, setBy, approvals, approverRoles, createdAt, operation }];
}

const anyRequest = {
  tenantId: undefined,
  network: undefined,
  asset: undefined,
  aboveCents: undefined,
  requesterRole: undefined,
};

interface ControlledRequests {
  readonly rules: readonly ApprovalRule[];
  readonly requests: readonly ApiRequest[];
  readonly affectedNetworkOf: (request: ApiRequest) => Network | undefined;
}

interface Waiting {
  readonly request: ApiRequest;
  /** Undefined if no rule applies, and the request is carried out. */
  readonly response: ApiResponse | Refusal | undefined;
  readonly demanded: Demanded;
}

/** What would be refused now is refused at once, before anyone has to decide. */
async function waitIfDemanded(
  deps: ApprovalDeps,
  tx: Transaction,
  control: Control,
  { rules, requests, affectedNetworkOf }: ControlledRequests,
): Promise<readonly Waiting[]> {
  const requested = requests.map((request) => requestedOf(control, request, affectedNetworkOf(request)));
  const demanded = await loadDemands(deps, tx, rules, requested);
  const waiting: Waiting[] = [];
  for (const [index, request] of requests.entries()) {
    const [operation, found] = [requested[index], demanded[index]];
    assert(operation !== undefined && found !== undefined, "each request has its demands");
    const response =
      found.demands.length === 0
        ? undefined
        : await tryOrWait(deps, tx, control, request, { ...operation, ...found, isOfOperators: false });
    waiting.push({ request, response, demanded: found });
  }
  return waiting;
}

function requestedOf(
  { endpoint }: Control,
  request: ApiRequest,
  affectedNetwork: Network | undefined,
): Requested {
  const controlled = readControlled(endpoint, request);
  assert(controlled !== undefined, "this endpoint is controlled");
  const { tenantId, network, caller } = principalOf(request);
  return { tenantId, network, affectedNetwork, endpoint, controlled, requester: caller };
}

async function tryOrWait(
  deps: ApprovalDeps,
  tx: Transaction,
  { execute }: Control,
  request: ApiRequest,
  waiting: Parameters<typeof requestApproval>[3],
): Promise<ApiResponse | Refusal> {
  const tried = await tryOut(tx, () => execute(tx, request));
  return isRefusal(tried) ? tried : requestApproval(deps, tx, request, waiting);
}

/**
 * An operator's command is tried out before the rules are looked at, because only then its amount and tenant are known.
 * If there is no rule for such commands, it is just carried out.
 */
function controlCommand(deps: ControlDeps, control: Control, { work }: Route): CommandWork {
  assert(work.kind === "command", "commands of operators have transactions of their own");
  return {
    ...work,
    handle: async (request) => {
      const waiting = await deps.database.transaction((tx) => waitForOperators(deps, tx, control, request));
      return waiting === undefined ? work.handle(request) : orThrowRefusal(waiting);
    },
  };
}

async function waitForOperators(
  deps: ControlDeps,
  tx: Transaction,
  { endpoint, execute }: Control,
  request: ApiRequest,
): Promise<ApiResponse | Refusal | undefined> {
  const [, known] = await together([tx.watchFacts(platformTenant), selectPlatformRules(tx)]);
  const rules = [...rulesFor(known, operationOfCommand(endpoint)), ...ownRule(known, request)];
  if (rules.length === 0) return undefined;
  const tried = await tryOut(tx, () => execute(tx, request));
  if (isRefusal(tried)) return tried;
  const controlled = readCommand(endpoint, request, tried.body);
  const requester = { type: "user", id: sessionUserOf(request).userId } as const;
  const requested: Requested = { ...controlled, endpoint, controlled, requester };
  const [demanded] = await loadDemands(deps, tx, rules, [requested]);
  assert(demanded !== undefined, "each request has its demands");
  const { demands, counted } = demanded;
  if (demands.length > 0)
    return requestApproval(deps, tx, request, { ...requested, ...demanded, isOfOperators: true });
  if (counted === undefined && controlled.sumCents === undefined) return undefined;
  // What was counted happens in the same transaction, or is not counted.
  const done = orThrowRefusal(await execute(tx, request));
  // Another request was carried out since the sum was compared.
  if (readCommand(endpoint, request, done.body).sumCents !== controlled.sumCents)
    throw new RefusalError(refuse("conflict", "another request has changed the sum meanwhile; try again"));
  return done;
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
