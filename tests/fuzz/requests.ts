import fc from "fast-check";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import { contentsOf } from "./bodies.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import { headersOf } from "./headers.ts";
import { mostly } from "./hostile-values.ts";
import { createResolver } from "./json-schema.ts";
import type { Operation } from "./operations.ts";
import type { SchemaContext } from "./schema-values.ts";
import type { Surroundings } from "./surroundings.ts";
import { targetsOf } from "./targets.ts";

/** Requests at these operations, each most of the time nearly right, and wrong in a way of its own. */
export function requestsAt(
  operations: readonly Operation[],
  document: OpenApiDocument,
  surroundings: Surroundings,
): fc.Arbitrary<GeneratedRequest> {
  const context = { resolve: createResolver(document), known: surroundings.known };
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestsOf(operation, context, surroundings),
    })),
  );
}

/** The more there is to get wrong, the more often it is tried. */
function weightOf({ parameters, bodies }: Operation): number {
  return 1 + parameters.length + 4 * bodies.length;
}

// CONNECT is left out: it asks for a tunnel, and Node hangs up on it before anybody is asked.
const oddMethods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
  "get",
  "A",
];

function requestsOf(
  operation: Operation,
  context: SchemaContext,
  surroundings: Surroundings,
): fc.Arbitrary<GeneratedRequest> {
  const usualMethods = fc.constantFrom(
    operation.method,
    ...(operation.method === "GET" ? ["GET", "GET", "HEAD"] : []),
  );
  const usualProtocol = fc.constant("HTTP/1.1");
  return fc
    .record({
      method: mostly(usualMethods, fc.constantFrom(...oddMethods)),
      target: targetsOf(operation, context),
      protocol: mostly(
        mostly(usualProtocol, fc.constantFrom("HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "")),
        usualProtocol,
      ),
      headers: headersOf(operation, surroundings),
      content: contentsOf(operation, context),
    })
    .map(({ content, headers, ...line }) => ({
      operationId: operation.operationId,
      ...line,
      headers: [...headers, ...content.headers],
      body: content.body,
    }));
}
