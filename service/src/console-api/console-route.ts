import type { TSchema } from "typebox";
import {
  type ApiResponse,
  commandRoute,
  type Endpoint,
  type Route,
  type RouteSpec,
  readRoute,
  type Tag,
  type TypedRequest,
} from "../http/route.ts";

export const consoleTag: Tag = {
  name: "Console",
  description: "The API of the console's pages. Internal: it changes with the console without notice.",
};

/** Path prefix of all console endpoints. */
export const consolePath = "/console/api";
/** Path prefix of the endpoints within one tenant and network. */
export const workspacePath = `${consolePath}/workspaces/{tenant_id}/{network}`;

/** An endpoint of the console. `handle` returns the body of the response; `respond` all of it, such as its headers. */
type ConsoleSpec<Body extends TSchema, Query extends TSchema> = Omit<RouteSpec<Body, Query>, "tag"> &
  (
    | { readonly handle: (request: TypedRequest<Body, Query>) => Promise<unknown> }
    | { readonly respond: (request: TypedRequest<Body, Query>) => Promise<ApiResponse> }
  );

export function consoleRead<Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  spec: ConsoleSpec<Body, Query>,
): Route {
  return readRoute(endpoint, responding(spec));
}

/** For a use case that opens its own transactions. */
export function consoleCommand<Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  spec: ConsoleSpec<Body, Query>,
): Route {
  return commandRoute(endpoint, responding(spec));
}

function responding<Body extends TSchema, Query extends TSchema>(spec: ConsoleSpec<Body, Query>) {
  if ("respond" in spec) {
    const { respond, ...route } = spec;
    return { ...route, tag: consoleTag, handle: respond };
  }
  const { handle, ...route } = spec;
  const { status = 200 } = route.response;
  return {
    ...route,
    tag: consoleTag,
    handle: async (request: TypedRequest<Body, Query>) => ({ status, body: await handle(request) }),
  };
}
