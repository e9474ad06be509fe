import Type from "typebox";
import { changeScopes, expireSecret, restrictApplication } from "../../auth/index.ts";
import { causeOf, type Route, writeRoute } from "../../http/route.ts";
import { nullableString, strictObject } from "../../http/schemas.ts";
import { scopeNames } from "../../http/scopes.ts";
import { type Instant, parseInstant } from "../../kernel/instant.ts";
import { orThrow, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleTag } from "../console-route.ts";
import { ApplicationSchema } from "./application-response.ts";
import { applicationPath, showApplication } from "./application-routes.ts";
import { heldApplication, requireHeld } from "./held-application.ts";

/** What an application may do, from where, and until when. */
export function limitRoutes(deps: ConsoleDeps): readonly Route[] {
  return [scopesRoute(deps), expiryRoute(deps), restrictRoute(deps)];
}

const ScopesSchema = strictObject({
  scopes: Type.Array(Type.Enum([...scopeNames]), { minItems: 1, maxItems: scopeNames.length }),
});

function scopesRoute(deps: ConsoleDeps): Route {
  return writeRoute(`PUT ${applicationPath}/scopes`, {
    operationId: "changeApplicationScopes",
    tag: consoleTag,
    summary: "Change the scopes of an application",
    description:
      "Requires every scope that the application has and gets. Removed scopes stop working within seconds; added ones " +
      "are in new access tokens.",
    access: { permission: "applications.write", confirmation: "always" },
    body: { schema: ScopesSchema },
    response: { description: "The application.", schema: ApplicationSchema },
    refusals: ["not_found", "conflict"],
    handle: async (tx, request) => {
      const { scopes } = request.body;
      const key = await heldApplication(tx, request);
      requireHeld(request, scopes);
      await changeScopes(deps, tx, { ...key, scopes, cause: causeOf(request) });
      return { status: 200, body: await showApplication({ session: tx, clock: deps.clock }, request) };
    },
  });
}

const ExpirySchema = strictObject({
  ends: nullableString({
    format: "date-time",
    description: "When the current secret expires; null for no expiry.",
  }),
});

function expiryRoute(deps: ConsoleDeps): Route {
  return writeRoute(`PUT ${applicationPath}/secret-expiry`, {
    operationId: "expireApplicationSecret",
    tag: consoleTag,
    summary: "Set when the secret of an application expires",
    description: "Requires every scope of the application. After it, the secret gets no access tokens.",
    access: { permission: "applications.write", confirmation: "always" },
    body: { schema: ExpirySchema },
    response: { description: "The application.", schema: ApplicationSchema },
    refusals: ["not_found", "conflict"],
    handle: async (tx, request) => {
      const { ends } = request.body;
      const key = await heldApplication(tx, request);
      await expireSecret(deps, tx, { ...key, endsAt: orThrow(readEnd(ends)), cause: causeOf(request) });
      return { status: 200, body: await showApplication({ session: tx, clock: deps.clock }, request) };
    },
  });
}

function readEnd(text: string | null): Instant | undefined | Refusal {
  if (text === null) return undefined;
  const detail = "must be a time that exists, such as 2026-11-15T10:51:12Z";
  return (
    parseInstant(text) ??
    refuse("validation_failed", `ends ${detail}`, { errors: [{ pointer: "/ends", detail }] })
  );
}

const maxRanges = 100;
// An IPv6 address with an embedded IPv4 address and a prefix.
const maxRangeLength = 50;

const RestrictionsSchema = strictObject({
  allowed_ips: Type.Array(Type.String({ maxLength: maxRangeLength }), {
    maxItems: maxRanges,
    description: "IP addresses and ranges that it may be used from; empty for any.",
  }),
  requires_dpop: Type.Boolean({ description: "Access tokens must be bound to a key, RFC 9449." }),
});

function restrictRoute(deps: ConsoleDeps): Route {
  return writeRoute(`PUT ${applicationPath}/restrictions`, {
    operationId: "restrictApplication",
    tag: consoleTag,
    summary: "Restrict where and how an application is used",
    description:
      "Requires every scope of the application: without restrictions, a leaked secret gets them all.",
    access: { permission: "applications.write", confirmation: "always" },
    body: { schema: RestrictionsSchema },
    response: { description: "The application.", schema: ApplicationSchema },
    refusals: ["not_found", "conflict"],
    handle: async (tx, request) => {
      const { allowed_ips: allowedIps, requires_dpop: requiresDpop } = request.body;
      const key = await heldApplication(tx, request);
      await restrictApplication(deps, tx, { ...key, allowedIps, requiresDpop, cause: causeOf(request) });
      return { status: 200, body: await showApplication({ session: tx, clock: deps.clock }, request) };
    },
  });
}
