import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { JsonSchema } from "./json-schema.ts";

/** One endpoint, as described by the API document. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly needsToken: boolean;
  /** A console endpoint: it requires a cookie and the console's header. */
  readonly needsSession: boolean;
  /** Requested content type of the response, if it is not the default. */
  readonly accept: string | undefined;
  readonly parameters: readonly Parameter[];
  /** One for each accepted content type; empty where there is none. */
  readonly bodies: readonly OperationBody[];
}

export interface OperationBody extends MediaType {
  readonly mediaType: string;
}

interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Described {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/** An operation that can also respond with a stream is included twice. */
export function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const operation = read(path, method, described as Described);
      return hasStream(described as Described)
        ? [operation, { ...operation, accept: streamType }]
        : [operation];
    }),
  );
}

const streamType = "text/event-stream";

function hasStream({ responses }: Described): boolean {
  return streamType in (responses["200"]?.content ?? {});
}

function read(path: string, method: string, described: Described): Operation {
  const contents = Object.entries(described.requestBody?.content ?? {});
  return {
    operationId: described.operationId,
    method: method.toUpperCase(),
    path,
    needsToken: described.security.some((scheme) => "oauth2" in scheme),
    needsSession: described.security.some((scheme) => "session" in scheme),
    accept: undefined,
    parameters: described.parameters,
    bodies: contents.map(([mediaType, content]) => ({ mediaType, ...content })),
  };
}
