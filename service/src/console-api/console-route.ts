import type { ApiRequest, ApiResponse, Route, Tag } from "../http/route.ts";

export const consoleTag: Tag = {
  name: "Console",
  description: "The API of the console's pages. Internal: it changes with the console without notice.",
};

/** Path prefix of all console endpoints. */
export const consolePath = "/console/api";
/** Path prefix of the endpoints within one tenant and network. */
export const workspacePath = `${consolePath}/workspaces/{tenant_id}/{network}`;

/** What a console endpoint has beyond what all of them share. `handle` returns the body of its only response. */
type ConsoleRoute = Omit<Route, "method" | "tag" | "work"> &
  (
    | { readonly handle: (request: ApiRequest) => Promise<unknown> }
    | { readonly respond: (request: ApiRequest) => Promise<ApiResponse> }
  );

export function consoleRead(route: ConsoleRoute): Route {
  const { fields, handle } = split(route);
  return { ...fields, method: "GET", tag: consoleTag, work: { kind: "read", handle } };
}

export function consoleCommand(route: ConsoleRoute & { readonly method?: Route["method"] }): Route {
  const { fields, handle } = split(route);
  return { method: "POST", ...fields, tag: consoleTag, work: { kind: "command", handle } };
}

function split(route: ConsoleRoute) {
  if ("respond" in route) {
    const { respond, ...fields } = route;
    return { fields, handle: respond };
  }
  const { handle, ...fields } = route;
  const status = Number(Object.keys(fields.responses)[0]);
  return { fields, handle: async (request: ApiRequest) => ({ status, body: await handle(request) }) };
}
