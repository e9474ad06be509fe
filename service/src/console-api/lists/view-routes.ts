import Type from "typebox";
import { auditChange } from "../../audit/index.ts";
import { type ApiRequest, causeOf, principalOf, type Route, sessionUserOf } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { platformTenant, type TenantId, type UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findMembership, operatorRights, rightsIn } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consolePath, consoleRead, workspacePath } from "../console-route.ts";
import { deleteView, insertView, type SavedView, selectViews } from "./view-store.ts";

const maxViews = 100;

/** Lists that have endpoints of their own for files and counts. */
const otherLists = ["work", "audit", "ledger-entries", "webhooks", "platform-webhooks"];

/** Whose views: those of a tenant's members, or those of operators for the lists of all tenants. */
interface ViewPlace {
  readonly path: string;
  readonly suffix: string;
  readonly permissions: { readonly read: string; readonly save: string };
  readonly tenantOf: (request: ApiRequest) => TenantId;
  /** In addition to the permission of the endpoint: a shared view changes the lists of all. */
  readonly mayShare: (deps: ConsoleDeps, request: ApiRequest) => Promise<boolean>;
}

const places: readonly ViewPlace[] = [
  {
    path: `${workspacePath}/views`,
    suffix: "",
    permissions: { read: "workspace.read", save: "views.save" },
    tenantOf: (request) => principalOf(request).tenantId,
    mayShare: async ({ database }, request) => {
      const { tenantId, network } = principalOf(request);
      const membership = await findMembership(database, sessionUserOf(request).userId);
      return membership !== undefined && rightsIn(membership, tenantId, network)?.has("views.share") === true;
    },
  },
  {
    path: `${consolePath}/views`,
    suffix: "OfOperators",
    permissions: { read: "platform_views.save", save: "platform_views.save" },
    tenantOf: () => platformTenant,
    mayShare: async ({ database }, request) => {
      const role = (await findMembership(database, sessionUserOf(request).userId))?.operatorRole;
      return role !== undefined && operatorRights[role].platform.has("platform_views.share");
    },
  },
];

/** Saved filters of lists, personal or shared by all members of the tenant, or by all operators. */
export function savedViewRoutes(deps: ConsoleDeps, names: readonly string[]): readonly Route[] {
  const list = Type.Enum([...names, ...otherLists].toSorted(), { type: "string" });
  return places.flatMap((place) => [
    listRoute(deps, place, list),
    createRoute(deps, place, list),
    removeRoute(deps, place),
  ]);
}

type ListName = Type.TEnum<string[]>;

const ViewSchema = named(
  "ConsoleSavedView",
  Type.Object({
    id: IdSchema,
    name: Type.String(),
    query: Type.String({ description: "Filters and order, as in the address of the page." }),
    is_shared: Type.Boolean(),
    is_own: Type.Boolean(),
  }),
);

function listRoute({ database }: ConsoleDeps, place: ViewPlace, list: ListName): Route {
  return consoleRead(`GET ${place.path}`, {
    operationId: `listSavedViews${place.suffix}`,
    summary: "List the saved views of a list",
    access: { permission: place.permissions.read },
    query: strictObject({ list }),
    response: {
      description: `Your own and shared views, at most ${maxViews}.`,
      schema: named("ConsoleSavedViews", Type.Object({ views: Type.Array(ViewSchema) })),
    },
    handle: async (request) => {
      const owner = ownerOf(place, request);
      const views = await selectViews(database, { ...owner, list: request.query.list }, maxViews);
      return { views: views.map((view) => present(view, owner.userId)) };
    },
  });
}

const newViewSchema = (list: ListName) =>
  named(
    "ConsoleNewSavedView",
    strictObject({
      list,
      name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
      query: Type.String({ maxLength: 1_000 }),
      is_shared: Type.Boolean(),
    }),
  );

function createRoute(deps: ConsoleDeps, place: ViewPlace, lists: ListName): Route {
  return consoleCommand(`POST ${place.path}`, {
    operationId: `createSavedView${place.suffix}`,
    summary: "Save the filters of a list",
    access: { permission: place.permissions.save },
    body: { schema: newViewSchema(lists) },
    response: { status: 201, description: "The view.", schema: ViewSchema },
    refusals: ["conflict"],
    handle: async (request) => {
      const { list, name, query, is_shared: isShared } = request.body;
      const owner = ownerOf(place, request);
      if (isShared && !(await place.mayShare(deps, request)))
        throw new RefusalError(refuse("not_permitted", "your role saves views only for yourself"));
      const view: SavedView = {
        id: deps.newId<"saved-view">(),
        ...owner,
        list,
        name: name.trim(),
        query,
        isShared,
        createdAt: deps.clock.now(),
      };
      await deps.database.transaction(async (tx) => {
        if ((await selectViews(tx, view, maxViews)).length >= maxViews)
          throw new RefusalError(refuse("conflict", `a list has at most ${maxViews} saved views`));
        await insertView(tx, view);
        await auditChange(deps, tx, {
          cause: causeOf(request),
          action: "saved_view.create",
          of: { ...auditScopeOf(view), id: view.id },
          after: { list, name: view.name, is_shared: isShared },
        });
      });
      return present(view, owner.userId);
    },
  });
}

function removeRoute(deps: ConsoleDeps, place: ViewPlace): Route {
  return consoleCommand(`DELETE ${place.path}/{view_id}`, {
    operationId: `removeSavedView${place.suffix}`,
    summary: "Remove a saved view",
    description: "One of your own, or a shared one if your role shares views.",
    access: { permission: place.permissions.save },
    response: { status: 204, description: "The view was removed." },
    refusals: ["not_found"],
    handle: async (request) => {
      const owner = ownerOf(place, request);
      const id = request.params["view_id"] ?? "";
      const mayShare = await place.mayShare(deps, request);
      await deps.database.transaction(async (tx) => {
        const removed = await deleteView(tx, { id, ...owner, mayShare });
        if (removed === undefined)
          throw new RefusalError(
            refuse("not_found", "there is no saved view with this id that you may remove"),
          );
        await auditChange(deps, tx, {
          cause: causeOf(request),
          action: "saved_view.remove",
          of: { ...auditScopeOf(owner), id },
          before: { name: removed.name },
        });
      });
      return undefined;
    },
  });
}

function ownerOf(place: ViewPlace, request: ApiRequest) {
  return { tenantId: place.tenantOf(request), userId: sessionUserOf(request).userId };
}

function auditScopeOf({ tenantId }: Pick<SavedView, "tenantId">) {
  return { tenantId: tenantId === platformTenant ? undefined : tenantId, network: undefined };
}

function present({ id, name, query, isShared, userId }: SavedView, reader: UserId) {
  return { id, name, query, is_shared: isShared, is_own: userId === reader };
}
