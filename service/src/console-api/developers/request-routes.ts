import Type from "typebox";
import { findApplications } from "../../auth/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { type ApplicationId, parseId, type TenantId } from "../../kernel/id.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import {
  findDetails,
  findRequest,
  type LoggedRequest,
  type RequestDetails,
} from "../../request-log/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consoleRead, workspacePath } from "../console-route.ts";
import { objectsOf, requestRows } from "./request-objects.ts";

/** API requests of a workspace's applications, with their results. */
export function requestRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRequestsRoute(deps), getRoute(deps)];
}

const path = `${workspacePath}/requests`;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
const statusClasses = ["2xx", "3xx", "4xx", "5xx"];
const maxTextLength = 200;
const maxRequestIdLength = 128;

const ListQuery = strictObject({
  status: Type.Optional(Type.Enum(statusClasses, { type: "string" })),
  application_id: Type.Optional(IdSchema),
  method: Type.Optional(Type.Enum(methods, { type: "string" })),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: maxTextLength, description: "Text anywhere in the path." }),
  ),
  request_id: Type.Optional(Type.String({ minLength: 1, maxLength: maxRequestIdLength })),
  object_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxTextLength,
      description: "Only requests that created or changed this object, without the other filters.",
    }),
  ),
  ...pageQuery,
});

const RequestSchema = named(
  "ConsoleApiRequest",
  Type.Object({
    id: IdSchema,
    request_id: Type.String(),
    at: DateTimeSchema,
    method: Type.String(),
    path: Type.String({ description: "Path including ids." }),
    operation: Type.String(),
    status: Type.Integer(),
    error_code: nullableString(),
    duration_ms: Type.Integer(),
    application_id: IdSchema,
    application_name: nullableString(),
    account_id: IdSchema,
  }),
);

const Redacted = (description: string) => Type.Unsafe<unknown>({ description });

const ShownSchema = named(
  "ShownConsoleApiRequest",
  Type.Object({
    ...RequestSchema.properties,
    has_details: Type.Boolean({ description: "Whether anything of the query and the bodies is stored." }),
    idempotency_key: nullableString(),
    query: Redacted("Query parameters, redacted; null without any."),
    request_body: Redacted("Redacted; null without a body."),
    response_body: Redacted("Redacted; null for a successful read, and if it is too large to be stored."),
    objects: Type.Array(Type.Object({ type: Type.String(), id: Type.String() }), {
      description: "What the request created or changed, by the audit log.",
    }),
  }),
);

const ListSchema = named(
  "ConsoleApiRequestList",
  Type.Object({ requests: Type.Array(RequestSchema), pagination: PaginationSchema }),
);

function listRequestsRoute({ database }: ConsoleDeps): Route {
  return consoleList(`GET ${path}`, {
    operationId: "listRequests",
    summary: "List requests of a workspace's applications",
    description:
      "Newest first, about a second behind the responses. If few requests match, a page may be short or empty " +
      "and still have a next one.",
    access: { permission: "requests.read" },
    query: ListQuery,
    response: { description: "A page of requests.", schema: ListSchema },
    list: {
      session: database,
      rows: requestRows,
      filters: (request) => {
        const { tenantId, network } = principalOf(request);
        const { query } = request;
        return {
          tenantId,
          network,
          objectId: query.object_id,
          statusClass: query.status === undefined ? undefined : Number(query.status[0]),
          applicationId: parseId<"application">(query.application_id ?? ""),
          method: query.method,
          pathText: query.path,
          requestId: query.request_id,
        };
      },
      name: "requests",
      status: "status",
      present: async (requests, request) => {
        const names = await namesOf(database, principalOf(request).tenantId, requests);
        return requests.map((each) => presentRequest(each, names));
      },
    },
  });
}

function getRoute({ database, keyRing }: ConsoleDeps): Route {
  return consoleRead(`GET ${path}/{logged_request_id}`, {
    operationId: "getRequest",
    summary: "Get a request of a workspace's application",
    access: { permission: "requests.read" },
    response: { description: "The request.", schema: ShownSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const { tenantId, network } = principalOf(request);
      const id = request.params["logged_request_id"] ?? "";
      const found = await findRequest(database, { tenantId, network, id });
      const shown = orNotFound(found, "there is no request with this id, or it has expired");
      const names = await namesOf(database, tenantId, [shown]);
      return {
        ...presentRequest(shown, names),
        ...presentDetails(await findDetails({ database, keyRing }, shown)),
        objects: await objectsOf(database, tenantId, shown),
      };
    },
  });
}

type Names = ReadonlyMap<ApplicationId, { readonly name: string }>;

function namesOf(
  database: ConsoleDeps["database"],
  tenantId: TenantId,
  requests: readonly LoggedRequest[],
): Promise<Names> {
  const ids = new Set(requests.map(({ applicationId }) => applicationId));
  return findApplications(database, tenantId, [...ids]);
}

function presentRequest(request: LoggedRequest, names: Names) {
  const applicationName = names.get(request.applicationId)?.name;
  return present(RequestSchema, { ...request, applicationName });
}

function presentDetails(details: RequestDetails | undefined) {
  const { idempotencyKey, query, body, response } = details ?? {};
  return {
    has_details: details !== undefined,
    idempotency_key: idempotencyKey ?? null,
    query: query ?? null,
    request_body: body ?? null,
    response_body: response ?? null,
  };
}
