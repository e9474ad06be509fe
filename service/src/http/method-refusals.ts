import type { FastifyInstance } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Route } from "./route.ts";
import { routerPath } from "./route-installation.ts";

/** A known path with another method is 405 with `Allow`, not 404. */
export function installMethodRefusals(app: FastifyInstance, routes: readonly Route[]): void {
  for (const [path, allowed] of methodsByPath(routes)) {
    const allow = [...allowed, ...(allowed.has("GET") ? ["HEAD"] : [])].sort().join(", ");
    app.route({
      method: app.supportedMethods.filter(
        (method) => !allowed.has(method) && !(method === "HEAD" && allowed.has("GET")),
      ),
      url: routerPath(path),
      // Before the body is parsed: its content makes no difference here.
      onRequest: async (_request, reply) => {
        reply.header("allow", allow);
        throw new RefusalError(refuse("method_not_allowed", `this path supports ${allow}`));
      },
      handler: () => undefined,
    });
  }
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? new Set();
    methods.set(path, known.add(method));
  }
  return methods;
}
