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
import { causeOf, principalOf, type Route, writeRoute } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { scopeNames } from "../../http/scopes.ts";
import { type AccountId, parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleTag } from "../console-route.ts";
import { ApplicationSchema, presentApplications } from "./application-response.ts";
import {
  applicationKeyOf,
  applicationPath,
  applicationsPath,
  showApplication,
} from "./application-routes.ts";
import { heldApplication, requireHeld } from "./held-application.ts";
import { limitRoutes } from "./limit-routes.ts";

/**
 * Credentials: applications with their secrets, and keys. A secret is only in the response to the request that created
 * it. That response is stored, sealed, only with an `Idempotency-Key`, for the same user's identical request.
 */
export function credentialRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    createRoute(deps),
    rotateRoute(deps),
    addKeyRoute(deps),
    revokeKeyRoute(deps),
    ...limitRoutes(deps),
  ];
}

const maxNameLength = 100;
const maxKeyLength = 10_000;
const maxKidLength = 255;

const NewApplicationSchema = strictObject({
  name: Type.String({ minLength: 1, maxLength: maxNameLength }),
  /** An account managed by the workspace; defaults to the workspace's own. */
  account_id: Type.Optional(IdSchema),
  scopes: Type.Array(Type.Enum([...scopeNames]), { minItems: 1, maxItems: scopeNames.length }),
});

const SecretSchema = named(
  "ConsoleApplicationSecret",
  Type.Object({
    application: ApplicationSchema,
    client_secret: Type.String({ description: "Shown only once." }),
    previous_secret_ends: nullableString({
      format: "date-time",
      description: "Until then the previous secret works as well.",
    }),
  }),
);

function createRoute(deps: ConsoleDeps): Route {
  return writeRoute(`POST ${applicationsPath}`, {
    operationId: "createApplication",
    tag: consoleTag,
    summary: "Create an application",
    description: "You can grant only scopes that you hold in this network. The secret is shown only once.",
    access: { permission: "applications.write", confirmation: "always" },
    body: { schema: NewApplicationSchema },
    response: { status: 201, description: "The application and its secret.", schema: SecretSchema },
    refusals: ["not_found", "unprocessable"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const { name, account_id, scopes } = request.body;
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
  });
}

const RotationSchema = strictObject({
  overlap_seconds: Type.Integer({
    minimum: 0,
    maximum: maxOverlapSeconds,
    description: "How long the previous secret remains valid; 0 invalidates it immediately.",
  }),
});

function rotateRoute(deps: ConsoleDeps): Route {
  return writeRoute(`POST ${applicationPath}/rotate-secret`, {
    operationId: "rotateApplicationSecret",
    tag: consoleTag,
    summary: "Rotate the secret of an application",
    description: "Requires every scope of the application. The secret is shown only once.",
    access: { permission: "applications.write", confirmation: "always" },
    body: { schema: RotationSchema },
    response: { description: "The application and its new secret.", schema: SecretSchema },
    refusals: ["not_found", "conflict"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const { overlap_seconds: overlapSeconds } = request.body;
      const key = await heldApplication(tx, request);
      const input = { ...key, overlapSeconds, cause: causeOf(request) };
      const { clientSecret, previousEndsAt } = await rotateSecret(applicationDeps(deps), tx, input);
      const application = await showApplication({ session: tx, clock: deps.clock }, request);
      const previous_secret_ends = formatInstant(previousEndsAt);
      return { status: 200, body: { application, client_secret: clientSecret, previous_secret_ends } };
    },
  });
}

const NewKeySchema = strictObject({
  public_key: Type.String({
    minLength: 1,
    maxLength: maxKeyLength,
    description: "Public key as PEM or JWK: Ed25519, P-256 or RSA.",
  }),
});

function addKeyRoute(deps: ConsoleDeps): Route {
  return writeRoute(`POST ${applicationPath}/keys`, {
    operationId: "addApplicationKey",
    tag: consoleTag,
    summary: "Add a public key to an application",
    description: "Requires every scope of the application: the holder of the private key gets them all.",
    access: { permission: "applications.write", confirmation: "always" },
    body: { schema: NewKeySchema },
    response: { status: 201, description: "The application with its keys.", schema: ApplicationSchema },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const jwk = readPublicKey(request.body.public_key);
      const key = await heldApplication(tx, request);
      await addApplicationKey(deps, tx, { ...key, jwk, cause: causeOf(request) });
      return { status: 201, body: await showApplication({ session: tx, clock: deps.clock }, request) };
    },
  });
}

const RevokedKeySchema = strictObject({ kid: Type.String({ minLength: 1, maxLength: maxKidLength }) });

function revokeKeyRoute(deps: ConsoleDeps): Route {
  return writeRoute(`POST ${applicationPath}/revoke-key`, {
    operationId: "revokeApplicationKey",
    tag: consoleTag,
    summary: "Revoke a public key of an application",
    access: { permission: "applications.write" },
    body: { schema: RevokedKeySchema },
    response: { description: "The application without the key.", schema: ApplicationSchema },
    refusals: ["not_found"],
    handle: async (tx, request) => {
      const { kid } = request.body;
      const key = await applicationKeyOf(tx, request);
      await revokeApplicationKey(deps, tx, { ...key, kid, cause: causeOf(request) });
      return { status: 200, body: await showApplication({ session: tx, clock: deps.clock }, request) };
    },
  });
}

function applicationDeps({ keyRing, clock, newId }: ConsoleDeps): ApplicationDeps {
  return { keyRing, clock, newId };
}

function accountIn(text: string | undefined): AccountId | undefined {
  if (text === undefined) return undefined;
  const id = parseId<"account">(text);
  if (id !== undefined) return id;
  throw new RefusalError(refuse("not_found", "there is no account with this id"));
}
