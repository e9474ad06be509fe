import Type from "typebox";
import { recordAudit } from "../../audit/index.ts";
import { type ApiRequest, causeOf, principalOf, type Route, sessionUserOf } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findMembership, rightsIn } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consoleRead, workspacePath } from "../console-route.ts";
import { deleteView, insertView, type SavedView, savedLists, selectViews } from "./view-store.ts";

const maxViews = 100;
const path = `${workspacePath}/views`;

/** Saved filters of lists, personal or shared by all members of the tenant. */
export function savedViewRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), removeRoute(deps)];
}

const ListQuery = strictObject({ list: Type.Enum([...savedLists]) });

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

function listRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${path}`, {
    operationId: "listSavedViews",
    summary: "List the saved views of a list",
    access: { permission: "workspace.read" },
    query: ListQuery,
    response: {
      description: `Your own and shared views, at most ${maxViews}.`,
      schema: named("ConsoleSavedViews", Type.Object({ views: Type.Array(ViewSchema) })),
    },
    handle: async (request) => {
      const place = placeOf(request);
      const views = await selectViews(database, { ...place, list: request.query.list }, maxViews);
      return { views: views.map((view) => present(view, place.userId)) };
    },
  });
}

const NewViewSchema = strictObject({
  list: Type.Enum([...savedLists]),
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  query: Type.String({ maxLength: 1_000 }),
  is_shared: Type.Boolean(),
});

function createRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`POST ${path}`, {
    operationId: "createSavedView",
    summary: "Save the filters of a list",
    access: { permission: "views.save" },
    body: { schema: NewViewSchema },
    response: { status: 201, description: "The view.", schema: ViewSchema },
    refusals: ["conflict"],
    handle: async (request) => {
      const { list, name, query, is_shared: isShared } = request.body;
      const place = placeOf(request);
      if (isShared && !(await mayShare(deps, request)))
        throw new RefusalError(refuse("not_permitted", "your role saves views only for yourself"));
      const view: SavedView = {
        id: deps.newId<"saved-view">(),
        ...place,
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
        await recordAudit(deps, tx, { tenantId: view.tenantId, network: undefined }, [
          {
            cause: causeOf(request),
            action: "saved_view.create",
            subject: { type: "saved_view", id: view.id },
            after: { list, name: view.name, is_shared: isShared },
          },
        ]);
      });
      return present(view, place.userId);
    },
  });
}

/** In addition to the permission of the endpoint: a shared view changes the lists of all members. */
async function mayShare({ database }: ConsoleDeps, request: ApiRequest): Promise<boolean> {
  const { tenantId, network } = principalOf(request);
  const membership = await findMembership(database, sessionUserOf(request).userId);
  return membership !== undefined && rightsIn(membership, tenantId, network)?.has("views.share") === true;
}

function removeRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`DELETE ${path}/{view_id}`, {
    operationId: "removeSavedView",
    summary: "Remove a saved view",
    description: "One of your own, or a shared one if your role shares views.",
    access: { permission: "views.save" },
    response: { status: 204, description: "The view was removed." },
    refusals: ["not_found"],
    handle: async (request) => {
      const { tenantId, userId } = placeOf(request);
      const id = request.params["view_id"] ?? "";
      const sharesViews = await mayShare(deps, request);
      await deps.database.transaction(async (tx) => {
        const removed = await deleteView(tx, { id, tenantId, userId, mayShare: sharesViews });
        if (removed === undefined)
          throw new RefusalError(
            refuse("not_found", "there is no saved view with this id that you may remove"),
          );
        await recordAudit(deps, tx, { tenantId, network: undefined }, [
          {
            cause: causeOf(request),
            action: "saved_view.remove",
            subject: { type: "saved_view", id },
            before: { name: removed.name },
          },
        ]);
      });
      return undefined;
    },
  });
}

function placeOf(request: ApiRequest) {
  return { tenantId: principalOf(request).tenantId, userId: sessionUserOf(request).userId };
}

function present({ id, name, query, isShared, userId }: SavedView, reader: UserId) {
  return { id, name, query, is_shared: isShared, is_own: userId === reader };
}
