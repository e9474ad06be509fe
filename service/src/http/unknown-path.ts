import type { FastifyInstance } from "fastify";
import findMyWay from "find-my-way";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Route } from "./route.ts";
import { routerPath } from "./route-installation.ts";

type RouterOptions = NonNullable<Parameters<typeof findMyWay>[0]>;

/**
 * A known path with another method is 405 with `Allow`, any other path 404. Runs before the body is read: its content
 * makes no difference.
 */
export function installUnknownPathRefusal(
  app: FastifyInstance,
  routes: readonly Route[],
  options: RouterOptions,
): void {
  let allowedMethods: ReturnType<typeof createLookup> | undefined;
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    allowedMethods ??= createLookup(routes, options);
    const allow = allowedMethods(request.url);
    if (allow === undefined) return done(new RefusalError(refuse("not_found", "there is no such path")));
    reply.header("allow", allow);
    done(new RefusalError(refuse("method_not_allowed", `this path supports ${allow}`)));
  });
}

/** The value of `Allow` by URL. Created at the first unknown path: most services never need it. */
function createLookup(routes: readonly Route[], options: RouterOptions): (url: string) => string | undefined {
  const router = findMyWay(options);
  for (const [path, methods] of methodsByPath(routes)) {
    const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : [])].sort().join(", ");
    router.on("GET", routerPath(path), () => undefined, allow);
  }
  return (url) => router.find("GET", url)?.store;
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? new Set();
    methods.set(path, known.add(method));
  }
  return methods;
}
