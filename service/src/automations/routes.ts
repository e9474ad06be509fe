import Type from "typebox";
import { requireVisibleAccount } from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import { listRoute } from "../http/list-route.ts";
import { pageQuery, pageResponse } from "../http/paging.ts";
import {
  type ApiRequest,
  accountCallOf,
  accountIn,
  principalOf,
  type Route,
  readRoute,
  writeRoute,
} from "../http/route.ts";
import { strictObject } from "../http/schemas.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { type RequireMemoDeps, refuseMissingMemo } from "../transfers/index.ts";
import { type Automation, automationStatuses } from "./automation.ts";
import {
  AutomationChangeSchema,
  NewAutomationSchema,
  pointedAt,
  type RequestedAutomation,
  readDestination,
  readNewAutomation,
} from "./automation-request.ts";
import { AutomationSchema, activeExample, pendingExample, presentAutomation } from "./automation-response.ts";
import { createAutomation } from "./create-automation.ts";
import { getAutomation, loadRelated, type ReadAutomationsDeps } from "./read-automations.ts";
import { automationList } from "./store.ts";
import { type UpdateAutomationDeps, updateAutomation } from "./update-automation.ts";

export type AutomationRouteDeps = UpdateAutomationDeps & ReadAutomationsDeps & RequireMemoDeps;

export function automationRoutes(deps: AutomationRouteDeps): readonly Route[] {
  return [listAutomationsRoute(deps), createRoute(deps), getRoute(deps), changeRoute(deps)];
}

const tag = {
  name: "Automations",
  description:
    "Automatic forwarding: funds received at the account number or address of an automation are forwarded to its " +
    "destination, each by a transfer that references the automation. An automation is `pending` until it " +
    "is set up, and then `active`.",
};
const path = "/accounts/{account_id}/automations";

const ListQuery = strictObject({
  status: Type.Optional(Type.Enum([...automationStatuses], { type: "string" })),
  ...pageQuery,
});

function listAutomationsRoute(deps: AutomationRouteDeps): Route {
  return listRoute(`GET ${path}`, {
    operationId: "listAutomations",
    tag,
    summary: "List automations",
    description: "Returns the automations of the account, newest first.",
    access: { scope: "automations:read" },
    query: ListQuery,
    response: pageResponse({
      description: "A page of automations.",
      name: "AutomationList",
      member: "automations",
      items: AutomationSchema,
      example: activeExample,
    }),
    refusals: ["not_found"],
    list: {
      session: deps.database,
      rows: automationList,
      filters: async (request) => {
        const principal = principalOf(request);
        const { network } = principal;
        const account = await requireVisibleAccount(deps.database, principal, accountIn(request));
        const { tenantId, id: accountId } = account;
        return { tenantId, network, accountId, status: request.query.status };
      },
      name: "automations",
      status: "status",
      present: async (automations, request) => {
        const related = await loadRelated(deps, principalOf(request), automations);
        return automations.map((automation) => presentAutomation(automation, related));
      },
    },
  });
}

function createRoute(deps: AutomationRouteDeps): Route {
  return writeRoute(`POST ${path}`, {
    operationId: "createAutomation",
    tag,
    summary: "Create an automation",
    description:
      "Forwards funds from the source to the destination automatically. With `USD` as the source, the automation gets " +
      "an account number, and every bank payment to it becomes a transfer. With a token, it gets a custodial " +
      "address, and every deposit of that token becomes a transfer. On dollar routes, whole cents are forwarded, and " +
      "the remainder counts toward the next deposit. `destination_address` is a deprecated alias of `destination`.",
    access: { scope: "automations:write" },
    body: {
      schema: NewAutomationSchema,
      example: {
        name: "Customer payments",
        source: { value_type: "USD" },
        destination: { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH", value_type: "FUSD", transfer_type: "base" },
      },
    },
    response: {
      status: 201,
      description: "The automation, pending.",
      schema: AutomationSchema,
      example: pendingExample,
      headers: { location: "The URL of the automation." },
    },
    refusals: [
      "not_found",
      "network_not_supported",
      "address_not_found",
      "unprocessable",
      "unsupported_route",
    ],
    idempotencyKey: "required",
    sealsResponse: true,
    inquire: (request) => {
      const read = readNewAutomation(request.body, principalOf(request).network);
      return isRefusal(read) ? Promise.resolve(undefined) : inquireMemo(deps, request, read);
    },
    handle: async (tx, request) => {
      const automation = await createAutomation(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      const location = `/accounts/${automation.accountId}/automations/${automation.id}`;
      return { status: 201, body: await show(deps, tx, automation), headers: { location } };
    },
  });
}

function getRoute(deps: AutomationRouteDeps): Route {
  return readRoute(`GET ${path}/{automation_id}`, {
    operationId: "getAutomation",
    tag,
    summary: "Get an automation",
    description: "Returns the automation with its deposit instructions.",
    access: { scope: "automations:read" },
    response: { description: "The automation.", schema: AutomationSchema, example: activeExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const automation = await getAutomation(deps, nameIn(request));
      const related = await loadRelated(deps, automation, [automation]);
      return { status: 200, body: presentAutomation(automation, related) };
    },
  });
}

function changeRoute(deps: AutomationRouteDeps): Route {
  return writeRoute(`PATCH ${path}/{automation_id}`, {
    operationId: "updateAutomation",
    tag,
    summary: "Update an automation",
    description:
      "Renames an automation, changes its destination, or disables, reactivates or archives it. Dollars received by a " +
      "disabled or archived automation are held for manual review. Tokens stay at its address, and are " +
      "forwarded when a disabled automation is reactivated. An archived automation cannot be changed (409).",
    access: { scope: "automations:write" },
    body: { schema: AutomationChangeSchema, example: { status: "disabled" } },
    response: {
      description: "The automation.",
      schema: AutomationSchema,
      example: { ...activeExample, status: "disabled" },
    },
    refusals: [
      "not_found",
      "network_not_supported",
      "address_not_found",
      "conflict",
      "unprocessable",
      "unsupported_route",
    ],
    sealsResponse: true,
    inquire: async (request) => {
      const { destination: given } = request.body;
      if (given === undefined) return undefined;
      const destination = readDestination(given, principalOf(request).network);
      return isRefusal(destination)
        ? undefined
        : inquireMemo(deps, request, { destination, destinationPointer: "/destination" });
    },
    handle: async (tx, request) => {
      const automation = await updateAutomation(deps, tx, { ...nameIn(request), change: request.body });
      return { status: 200, body: await show(deps, tx, automation) };
    },
  });
}

async function inquireMemo(
  deps: AutomationRouteDeps,
  request: ApiRequest,
  { destination, destinationPointer }: Pick<RequestedAutomation, "destination" | "destinationPointer">,
): Promise<Refusal | undefined> {
  const missing = await refuseMissingMemo(deps, principalOf(request), destination);
  return missing && pointedAt(missing, destinationPointer);
}

async function show({ payments }: AutomationRouteDeps, tx: Transaction, automation: Automation) {
  return presentAutomation(
    automation,
    await loadRelated({ payments, database: tx }, automation, [automation]),
  );
}

function nameIn(request: ApiRequest) {
  const { automation_id: automationId = "" } = request.params;
  return { ...accountCallOf(request), automationId };
}
