import Type from "typebox";
import { readPublicKey } from "../../admin/index.ts";
import {
  type ApplicationDeps,
  addApplicationKey,
  createApplication,
  maxOverlapSeconds,
  revokeApplicationKey,
  rotateSecret,
} from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { type ApiRequest, bodyOf, causeOf, principalOf, type Route } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { scopeNames } from "../../http/scopes.ts";
import { type AccountId, parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleTag } from "../console-tag.ts";
import { ApplicationSchema, presentApplications } from "./application-answer.ts";
import {
  applicationKeyOf,
  applicationPath,
  applicationsPath,
  showApplication,
} from "./application-routes.ts";
import { refuseUnheld } from "./grantable-scopes.ts";

/**
 * What lets a program in: applications with their secrets, and keys. A secret is in the answer of the request that made it
 * and nowhere else. Only with an `Idempotency-Key` is the answer kept, sealed, for the same person's same request.
 */
export function credentialRoutes(deps: ConsoleDeps): readonly Route[] {
  return [createRoute(deps), rotateRoute(deps), addKeyRoute(deps), revokeKeyRoute(deps)];
}

const maxNameLength = 100;
const maxKeyLength = 10_000;
const maxKidLength = 255;

const NewApplicationSchema = strictObject({
  name: Type.String({ minLength: 1, maxLength: maxNameLength }),
  /** One that the workspace manages; without it, its own. */
  account_id: Type.Optional(IdSchema),
  scopes: Type.Array(Type.Enum([...scopeNames]), { minItems: 1, maxItems: scopeNames.length }),
});

const SecretSchema = named(
  "ConsoleApplicationSecret",
  Type.Object({
    application: ApplicationSchema,
    client_secret: Type.String({ description: "Shown now and never again." }),
    previous_secret_ends: nullableString({
      format: "date-time",
      description: "Until then the secret before works as well.",
    }),
  }),
);

function createRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: applicationsPath,
    operationId: "createApplication",
    tag: consoleTag,
    summary: "Create an application",
    description:
      "With scopes that the person holds in this network, and no others. The secret is shown this once.",
    access: { permission: "applications.write", isSensitive: true },
    body: { schema: NewApplicationSchema },
    answers: { 201: { description: "The application and its secret.", schema: SecretSchema } },
    refusals: ["not_found", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      sealsAnswer: true,
      handle: async (tx, request) => {
        const { name, account_id, scopes } = bodyOf(NewApplicationSchema, request);
        const principal = principalOf(request);
        requireHeld(request, scopes);
        const { application, clientSecret } = await createApplication(applicationDeps(deps), tx, {
          tenantId: principal.tenantId,
          network: principal.network,
          accountId: accountIn(account_id) ?? principal.accountId,
          name,
          scopes,
          cause: causeOf(request),
        });
        const parts = { session: tx, clock: deps.clock };
        const [shown] = await presentApplications(parts, principal, [application]);
        const body = { application: shown, client_secret: clientSecret, previous_secret_ends: null };
        return { status: 201, body };
      },
    },
  };
}

const RotationSchema = strictObject({
  overlap_seconds: Type.Integer({
    minimum: 0,
    maximum: maxOverlapSeconds,
    description: "For how long the secret before goes on working; 0 ends it now.",
  }),
});

function rotateRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${applicationPath}/rotate-secret`,
    operationId: "rotateApplicationSecret",
    tag: consoleTag,
    summary: "Give an application a new secret",
    description: "By somebody who holds every scope of the application. The secret is shown this once.",
    access: { permission: "applications.write", isSensitive: true },
    body: { schema: RotationSchema },
    answers: { 200: { description: "The application and its new secret.", schema: SecretSchema } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      sealsAnswer: true,
      handle: async (tx, request) => {
        const { overlap_seconds: overlapSeconds } = bodyOf(RotationSchema, request);
        const key = await heldApplication(tx, request);
        const wish = { ...key, overlapSeconds, cause: causeOf(request) };
        const { clientSecret, previousEndsAt } = await rotateSecret(applicationDeps(deps), tx, wish);
        const application = await showApplication({ session: tx, clock: deps.clock }, request);
        const previous_secret_ends = formatInstant(previousEndsAt);
        return { status: 200, body: { application, client_secret: clientSecret, previous_secret_ends } };
      },
    },
  };
}

const NewKeySchema = strictObject({
  public_key: Type.String({
    minLength: 1,
    maxLength: maxKeyLength,
    description: "The text of a PEM or a JWK: Ed25519, P-256 or RSA.",
  }),
});

function addKeyRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${applicationPath}/keys`,
    operationId: "addApplicationKey",
    tag: consoleTag,
    summary: "Add a public key to an application",
    description:
      "By somebody who holds every scope of the application: whoever has the private key is let in.",
    access: { permission: "applications.write", isSensitive: true },
    body: { schema: NewKeySchema },
    answers: { 201: { description: "The application with its keys.", schema: ApplicationSchema } },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        const jwk = readPublicKey(bodyOf(NewKeySchema, request).public_key);
        const key = await heldApplication(tx, request);
        await addApplicationKey(deps, tx, { ...key, jwk, cause: causeOf(request) });
        return { status: 201, body: await showApplication({ session: tx, clock: deps.clock }, request) };
      },
    },
  };
}

const RevokedKeySchema = strictObject({ kid: Type.String({ minLength: 1, maxLength: maxKidLength }) });

function revokeKeyRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${applicationPath}/revoke-key`,
    operationId: "revokeApplicationKey",
    tag: consoleTag,
    summary: "Revoke a public key of an application",
    access: { permission: "applications.write" },
    body: { schema: RevokedKeySchema },
    answers: { 200: { description: "The application without the key.", schema: ApplicationSchema } },
    refusals: ["not_found"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        const { kid } = bodyOf(RevokedKeySchema, request);
        const key = await applicationKeyOf(tx, request);
        await revokeApplicationKey(deps, tx, { ...key, kid, cause: causeOf(request) });
        return { status: 200, body: await showApplication({ session: tx, clock: deps.clock }, request) };
      },
    },
  };
}

/** The application in the path, where the person could do all that it can. */
async function heldApplication(session: Session, request: ApiRequest) {
  const { scopes, ...key } = await applicationKeyOf(session, request);
  requireHeld(request, scopes);
  return key;
}

function requireHeld(request: ApiRequest, scopes: Parameters<typeof refuseUnheld>[1]): void {
  const refusal = refuseUnheld(principalOf(request), scopes);
  if (refusal !== undefined) throw new RefusalError(refusal);
}

function applicationDeps({ keyRing, clock, newId }: ConsoleDeps): ApplicationDeps {
  return { keyRing, clock, newId };
}

function accountIn(text: string | undefined): AccountId | undefined {
  if (text === undefined) return undefined;
  const id = parseId<"account">(text);
  if (id !== undefined) return id;
  throw new RefusalError(refuse("not_found", "there is no such account"));
}
