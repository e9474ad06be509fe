import { get, type ResponseBody, send } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useCan } from "../../session/use-me.ts";
import { useMaybeWorkspace } from "../../workspace/use-workspace.ts";

/** What is sent to save a view. */
type NewView = Readonly<components["schemas"]["ConsoleNewSavedView"]>;
/** Name of a list, under which its views and the user's choice of columns are stored. */
export type SavedList = NewView["list"];

type Views = ResponseBody<"/console/api/views">;

/** The views of the workspace of the page, or those of operators for the lists of all tenants. */
interface ViewAccess {
  readonly key: readonly string[];
  readonly mayShare: boolean;
  readonly sharedWith: "members" | "operators";
  readonly readViews: (list: SavedList, signal: AbortSignal) => Promise<Views>;
  readonly saveView: (view: NewView) => Promise<unknown>;
  readonly removeView: (id: string) => Promise<unknown>;
}

export function useViews(): ViewAccess {
  const workspace = useMaybeWorkspace();
  const mayShareAsOperator = useCan("platform_views.share");
  if (workspace === undefined) return { ...ofOperators, mayShare: mayShareAsOperator };
  const { params: path, can } = workspace;
  const address = "/console/api/workspaces/{tenant_id}/{network}/views";
  return {
    key: [path.tenant_id, path.network],
    mayShare: can("views.share"),
    sharedWith: "members",
    readViews: (list, signal) => get(address, { params: { path, query: { list } }, signal }),
    saveView: (body) => send("post", address, { params: { path }, body }),
    removeView: (id) =>
      send("delete", "/console/api/workspaces/{tenant_id}/{network}/views/{view_id}", {
        params: { path: { ...path, view_id: id } },
      }),
  };
}

const ofOperators: Omit<ViewAccess, "mayShare"> = {
  key: ["operators"],
  sharedWith: "operators",
  readViews: (list, signal) => get("/console/api/views", { params: { query: { list } }, signal }),
  saveView: (body) => send("post", "/console/api/views", { body }),
  removeView: (id) => send("delete", "/console/api/views/{view_id}", { params: { path: { view_id: id } } }),
};
