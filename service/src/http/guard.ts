import type { FastifyRequest } from "fastify";
import { isRefusal, RefusalError, refuse } from "../kernel/refusal.ts";
import type { Principal, VerifyToken } from "./principal.ts";
import type { Route } from "./route.ts";

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// Far above our own tokens; a longer one is not worth a hash.
const maxTokenLength = 4096;

/** Who is asking, or a refusal: 401 without a good token, 404 in another network than the route's, 403 without the scope. */
export async function authorize(
  request: FastifyRequest,
  route: Route,
  verifyToken: VerifyToken,
): Promise<Principal | undefined> {
  if (route.access === "public") return undefined;
  const token = bearer.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || token.length > maxTokenLength) {
    throw new RefusalError(refuse("unauthorized", "send an access token: Authorization: Bearer <token>"));
  }
  const principal = await verifyToken(token);
  if (isRefusal(principal)) throw new RefusalError(principal);
  if (route.network !== undefined && principal.network !== route.network) {
    throw new RefusalError(refuse("not_found", `there is no such path on ${principal.network}`));
  }
  const { scope } = route.access;
  if (scope !== undefined && !principal.scopes.has(scope)) {
    throw new RefusalError(refuse("insufficient_scope", `this needs the scope ${scope}`));
  }
  return principal;
}
