import type { TSchema } from "typebox";
import { type ListSpec, listRoute } from "../http/list-route.ts";
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

/** A list of the console: its order, file and counts come from the same definition. */
export function consoleList<Query extends TSchema, Filters extends object, Row, Extra extends object>(
  endpoint: Endpoint,
  spec: Omit<ListSpec<Query, Filters, Row, Extra>, "tag">,
): Route {
  return listRoute(endpoint, { ...spec, tag: consoleTag });
}

/** For a use case that opens its own transactions. */
export function consoleCommand<Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  spec: ConsoleSpec<Body, Query>,
): Route {
  return commandRoute(endpoint, responding(spec));
}

/** A console endpoint as data: the dependencies follow the request. */
type EndpointSpec<Deps, Body extends TSchema, Query extends TSchema> = Omit<RouteSpec<Body, Query>, "tag"> &
  (
    | { readonly handle: (request: TypedRequest<Body, Query>, deps: Deps) => Promise<unknown> }
    | { readonly respond: (request: TypedRequest<Body, Query>, deps: Deps) => Promise<ApiResponse> }
  );

/** The routes of a list of endpoints, for the dependencies of the running service. */
export function endpoints<Deps>(list: readonly ((deps: Deps) => Route)[]): (deps: Deps) => readonly Route[] {
  return (deps) => list.map((routeOf) => routeOf(deps));
}

export function readEndpoint<Deps, Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  spec: EndpointSpec<Deps, Body, Query>,
): (deps: Deps) => Route {
  return (deps) => consoleRead(endpoint, withDeps(spec, deps));
}

/** For a use case that opens its own transactions. */
export function commandEndpoint<Deps, Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  spec: EndpointSpec<Deps, Body, Query>,
): (deps: Deps) => Route {
  return (deps) => consoleCommand(endpoint, withDeps(spec, deps));
}

function withDeps<Deps, Body extends TSchema, Query extends TSchema>(
  spec: EndpointSpec<Deps, Body, Query>,
  deps: Deps,
): ConsoleSpec<Body, Query> {
  return "respond" in spec
    ? { ...spec, respond: (request) => spec.respond(request, deps) }
    : { ...spec, handle: (request) => spec.handle(request, deps) };
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
