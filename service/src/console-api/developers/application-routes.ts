import Type from "typebox";
import { applicationList, requireApplication, revokeApplication } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { type ApiRequest, causeOf, principalOf, type Route, writeRoute } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { type AccountId, parseId } from "../../kernel/id.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consoleRead, consoleTag, workspacePath } from "../console-route.ts";
import { ApplicationSchema, presentApplications } from "./application-response.ts";

/** Applications of a workspace: reading and revoking. */
export function applicationRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listApplicationsRoute(deps), getRoute(deps), revokeRoute(deps)];
}

export const applicationsPath = `${workspacePath}/applications`;
export const applicationPath = `${applicationsPath}/{application_id}`;

const ListQuery = strictObject({
  account_id: Type.Optional(IdSchema),
  status: Type.Optional(Type.Enum(["live", "revoked"], { type: "string" })),
  ...pageQuery,
});

const ListSchema = named(
  "ConsoleApplicationList",
  Type.Object({ applications: Type.Array(ApplicationSchema), pagination: PaginationSchema }),
);

function listApplicationsRoute({ database, clock }: ConsoleDeps): Route {
  return consoleList(`GET ${applicationsPath}`, {
    operationId: "listApplications",
    summary: "List applications of a workspace",
    access: { permission: "applications.read" },
    query: ListQuery,
    response: { description: "A page of applications, newest first.", schema: ListSchema },
    list: {
      session: database,
      rows: applicationList,
      filters: (request) => {
        const { account_id: accountId, status } = request.query;
        const { tenantId, network } = principalOf(request);
        return {
          tenantId,
          network,
          accountId: accountId === undefined ? undefined : accountIn(accountId),
          isLive: status === undefined ? undefined : status === "live",
        };
      },
      name: "applications",
      status: "status",
      present: (applications, request) =>
        presentApplications({ session: database, clock }, principalOf(request), applications),
    },
  });
}

function getRoute({ database, clock }: ConsoleDeps): Route {
  return consoleRead(`GET ${applicationPath}`, {
    operationId: "getApplication",
    summary: "Get an application",
    access: { permission: "applications.read" },
    response: { description: "The application, without its secrets.", schema: ApplicationSchema },
    refusals: ["not_found"],
    handle: (request) => showApplication({ session: database, clock }, request),
  });
}

function revokeRoute(deps: ConsoleDeps): Route {
  return writeRoute(`POST ${applicationPath}/revoke`, {
    operationId: "revokeApplication",
    tag: consoleTag,
    summary: "Revoke an application",
    description: "Permanent: no new tokens are issued, and existing ones become invalid within seconds.",
    access: { permission: "applications.write" },
    response: { description: "The revoked application.", schema: ApplicationSchema },
    effect: "perhaps",
    refusals: ["not_found"],
    handle: async (tx, request) => {
      const key = await applicationKeyOf(tx, request);
      await revokeApplication(deps, tx, { ...key, cause: causeOf(request) });
      return { status: 200, body: await showApplication({ session: tx, clock: deps.clock }, request) };
    },
  });
}

/** The application in the path, checked to belong to the workspace. */
export async function applicationKeyOf(session: Session, request: ApiRequest) {
  const { tenantId, network } = principalOf(request);
  const application = await requireApplication(session, { tenantId, network }, applicationIn(request));
  return { tenantId, applicationId: application.id, scopes: application.scopes };
}

export async function showApplication(
  deps: { readonly session: Session; readonly clock: ConsoleDeps["clock"] },
  request: ApiRequest,
) {
  const principal = principalOf(request);
  const application = await requireApplication(deps.session, principal, applicationIn(request));
  const [shown] = await presentApplications(deps, principal, [application]);
  return shown;
}

function applicationIn(request: ApiRequest): string {
  return request.params["application_id"] ?? "";
}

function accountIn(text: string): AccountId | undefined {
  return parseId<"account">(text);
}
