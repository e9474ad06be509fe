import type { TSchema } from "typebox";
import { type RefusalCode, refusalCodes } from "../kernel/refusal.ts";
import { apiVersion, jsonType, needsIdempotencyKey } from "./conventions.ts";
import { eventStreamType } from "./event-stream.ts";
import { oauthErrorResponse, refusalResponses } from "./openapi-errors.ts";
import { liftNamedSchemas } from "./openapi-schemas.ts";
import { describeUpload } from "./openapi-uploads.ts";
import { type DescribedEvents, describeWebhooks } from "./openapi-webhooks.ts";
import type { Access, RequestBody, ResponseShape, Route, StreamShape, Tag } from "./route.ts";
import { DateTimeSchema, ErrorSchema, IdSchema, schemaNameKey } from "./schemas.ts";
import { scopes } from "./scopes.ts";
import type { ValueLists } from "./validation.ts";

export type OpenApiDocument = Readonly<Record<string, unknown>> & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export interface DescribedDeployment {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** What its requests may name. */
  readonly lists: ValueLists;
}

/** The OpenAPI 3.1 document, built from the routes that the server runs and the events that it publishes. */
export function describeApi(
  routes: readonly Route[],
  deployment: DescribedDeployment,
  events: DescribedEvents,
): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = describeOperation(route, deployment);
    paths[route.path] = path;
  }
  const described = { paths, webhooks: describeWebhooks(events) };
  const { value, components } = liftNamedSchemas(described, {
    always: [ErrorSchema, IdSchema, DateTimeSchema],
    lists: deployment.lists,
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Florin",
      version: apiVersion,
      summary: "Stablecoin issuance and orchestration.",
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: deployment.baseUrl }],
    tags: tagsOf(routes, events),
    ...(value as Pick<OpenApiDocument, "paths" | "webhooks">),
    components: { schemas: components, securitySchemes: securitySchemes(deployment) },
  };
}

const introduction = `Every endpoint follows the same rules.

**Bodies** are JSON and strict: unknown properties are rejected, nothing is coerced. **Amounts** are decimal strings.
**Ids** have 26 characters and sort by time. **Times** are RFC 3339 in UTC.

**Idempotency**: send an \`Idempotency-Key\` (1 to 255 visible ASCII characters) where the endpoint supports it. A
repeated request with the same key returns the first response, byte for byte, with \`Idempotent-Replayed: true\`, for 30
days. The same key with a different request is rejected. A failed request does not use up its key.

**Lists** are newest first. \`page[size]\` is 1 to 100; \`page[after]\` or \`page[before]\` takes a cursor of
\`pagination\`; only one of them may be sent. Unknown query parameters are rejected.

**Errors** have one format with a machine-readable \`code\` and a human-readable \`detail\`; validation errors list
every invalid field. **Rate limits** are reported in \`RateLimit\` and \`RateLimit-Policy\`; on 429 and 503,
\`Retry-After\` says when to retry.

**Networks**: an application is on testnet or on mainnet. Endpoints marked with \`x-network\` exist on that network only
and return 404 on the other one.

**Versions**: \`Api-Version: ${apiVersion}\` may be sent; any other value is rejected.`;

function describeOperation(route: Route, deployment: DescribedDeployment): object {
  return {
    operationId: route.operationId,
    tags: [route.tag.name],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.deprecated === true ? { deprecated: true } : {}),
    ...(route.effect === undefined ? {} : { "x-effect": route.effect }),
    ...(route.network === undefined ? {} : { "x-network": route.network }),
    ...accessOf(route),
    ...(isServedByTokenService(route) ? { servers: [{ url: deployment.authUrl }] } : {}),
    parameters: parametersOf(route),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route.body) }),
    responses: responsesOf(route),
  };
}

function accessOf({ access }: Route): object {
  if (access === "public") return { security: [] };
  if ("scope" in access) return { security: [{ oauth2: access.scope === undefined ? [] : [access.scope] }] };
  const { permission, isSensitive = false, confirmation } = access;
  return {
    security: [{ session: [] }],
    "x-permission": permission,
    "x-sensitive": isSensitive,
    ...(confirmation === undefined ? {} : { "x-confirmation": confirmation }),
  };
}

function isServedByTokenService(route: Route): boolean {
  return route.path.startsWith("/oauth2/") || route.path.startsWith("/.well-known/oauth");
}

function parametersOf(route: Route): readonly object[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "id" || name.endsWith("_id") ? IdSchema : { type: "string" },
  }));
  const query = (route.query ?? {}) as { properties?: Record<string, TSchema>; required?: readonly string[] };
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => {
    // The description moves to the parameter, so the rest is no longer the schema of that name.
    const {
      description,
      [schemaNameKey]: _name,
      ...rest
    } = schema as TSchema & {
      description?: string;
      [schemaNameKey]?: string;
    };
    return {
      name,
      in: "query",
      required: query.required?.includes(name) ?? false,
      description,
      schema: rest,
    };
  });
  return [...inPath, ...inQuery, ...headerParametersOf(route)];
}

function headerParametersOf(route: Route): readonly object[] {
  if (route.work.kind === "read") return streamParametersOf(route);
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: needsIdempotencyKey(route),
      description: "A new value for each operation, preferably a UUID version 4.",
      schema: { type: "string", pattern: "^[\\x21-\\x7E]{1,255}$" },
      example: "0b7f8f0e-5a33-4f0c-9c8e-6a1f4be0a3c1",
    },
  ];
}

function describeBody(body: RequestBody): object {
  const { schema, mediaType = jsonType, example, file, isOptional = false } = body;
  if (file !== undefined) return { required: true, content: describeUpload(body, file) };
  return {
    required: !isOptional,
    content: { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function responsesOf(route: Route): object {
  const responseSchemas = Object.entries(route.responses).map(([status, response]) => [
    status,
    describeResponse(route, response),
  ]);
  const documented = new Set(Object.keys(route.responses).map(Number));
  const codes = refusalsOf(route).filter((code) => !documented.has(refusalCodes[code].status));
  const errors =
    route.errorStyle === "oauth" ? codes.map((code) => oauthErrorResponse(code)) : refusalResponses(codes);
  return Object.fromEntries([...responseSchemas, ...errors]);
}

function describeResponse(route: Route, response: ResponseShape): object {
  const { schema, mediaType = "application/json", example, description, stream } = response;
  const headers = { ...response.headers, ...(route.work.kind === "read" ? {} : replayHeader) };
  return {
    description,
    headers: Object.fromEntries(
      Object.entries({ ...commonHeaders, ...headers }).map(([name, text]) => [
        name,
        { description: text, schema: { type: "string" } },
      ]),
    ),
    ...(schema === undefined
      ? {}
      : {
          content: {
            [mediaType]: { schema, ...(example === undefined ? {} : { example }) },
            ...(stream === undefined ? {} : describeStream(stream)),
          },
        }),
  };
}

const commonHeaders = { "x-request-id": "Id of this request; an `X-Request-Id` that you send is echoed." };
const replayHeader = {
  "idempotent-replayed": "`true` when this is the stored response to an earlier request.",
};

/** Codes that every endpoint of this kind may return, and the ones specific to this endpoint. */
function refusalsOf(route: Route): readonly RefusalCode[] {
  const codes = new Set<RefusalCode>([
    "validation_failed",
    "malformed_request",
    "unsupported_api_version",
    "internal",
  ]);
  const add = (...added: readonly RefusalCode[]): void => {
    for (const code of added) codes.add(code);
  };
  add(...guardRefusalsOf(route.access));
  if (route.path.startsWith("/console/")) add("ip_not_allowed");
  if (route.path.includes("{") || route.network !== undefined) add("not_found");
  // Also where no body is expected: one that is sent anyway is checked, unless the method is GET.
  if (route.method !== "GET") add("payload_too_large", "unsupported_media_type");
  if (route.work.kind !== "read" && route.work.kind !== "command")
    add("idempotency_key_in_flight", "idempotency_key_reused");
  if (needsIdempotencyKey(route)) add("idempotency_key_missing");
  if (route.isProbe !== true) add("rate_limited", "overloaded", "dependency_unavailable");
  return [...codes, ...(route.refusals ?? [])].filter((code, index, all) => all.indexOf(code) === index);
}

function guardRefusalsOf(access: Access): readonly RefusalCode[] {
  if (access === "public") return [];
  if ("permission" in access) {
    return ["sign_in_required", "not_permitted", "second_factor_required", "cross_site_request", "not_found"];
  }
  const token = ["unauthorized", "invalid_dpop_proof", "ip_not_allowed"] as const;
  return access.scope === undefined ? token : [...token, "insufficient_scope"];
}

function tagsOf(routes: readonly Route[], events: DescribedEvents): readonly Tag[] {
  const tags = [...routes.map(({ tag }) => tag), events.tag];
  const byName = new Map(tags.map((tag) => [tag.name, tag]));
  return [...byName.values()];
}

function securitySchemes({ authUrl }: DescribedDeployment): object {
  return {
    oauth2: {
      type: "oauth2",
      description:
        "Get an access token with an application's client id and secret. It expires after 60 minutes.",
      flows: { clientCredentials: { tokenUrl: `${authUrl}/oauth2/token`, scopes } },
    },
  };
}

/** A stream as a second media type of a response. OpenAPI 3.1 cannot describe its events, so `x-data-schema` does. */
function describeStream({ description, data, example }: StreamShape): object {
  return { [eventStreamType]: { schema: { type: "string", description }, "x-data-schema": data, example } };
}

function streamParametersOf({ work }: Route): readonly object[] {
  if (work.kind !== "read" || work.follow === undefined) return [];
  return [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description:
        "With `Accept: text/event-stream`: the `id` of the last event received. The stream resumes right after it. " +
        "It takes precedence over `page[after]`, because browsers send it automatically when they reconnect.",
      schema: { type: "string" },
    },
  ];
}
