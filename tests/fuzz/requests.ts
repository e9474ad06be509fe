import fc from "fast-check";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import { type Content, contentsOf, goodContent, nearlyGoodContents } from "./bodies.ts";
import type { CommandContext } from "./context.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import { goodRequestOf } from "./good-request.ts";
import { goodHeaders, headersOf } from "./headers.ts";
import { mostly } from "./hostile-values.ts";
import { createResolver } from "./json-schema.ts";
import type { Operation } from "./operations.ts";
import type { SchemaContext } from "./schema-values.ts";
import { goodTarget, nearlyGoodTargets, targetsOf } from "./targets.ts";

/** Requests to these operations, mostly valid except in one place. */
export function requestsAt(
  operations: readonly Operation[],
  document: OpenApiDocument,
  fuzzContext: CommandContext,
): fc.Arbitrary<GeneratedRequest> {
  const context = { resolve: createResolver(document), known: fuzzContext.known };
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestsOf(operation, context, fuzzContext),
    })),
  );
}

/** A request with which the operation must succeed; undefined where none is known. */
export function goodRequestAt(
  operation: Operation,
  fuzzContext: CommandContext,
): GeneratedRequest | undefined {
  const good = goodRequestOf(operation, fuzzContext);
  if (good === undefined) return undefined;
  const content = goodContent(operation, good.body);
  return {
    operationId: operation.operationId,
    method: operation.method,
    target: goodTarget(operation.path, good),
    protocol: "HTTP/1.1",
    headers: [...goodHeaders(operation, fuzzContext), ...content.headers],
    body: content.body,
  };
}

/** The more input an operation has, the more often it is tested. */
function weightOf({ parameters, bodies }: Operation): number {
  return 1 + parameters.length + 4 * bodies.length;
}

// CONNECT is left out: it requests a tunnel, and Node closes the connection before any handler runs.
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

/** One request in this many starts from the valid one. */
const goodEvery = 4;

function requestsOf(
  operation: Operation,
  context: SchemaContext,
  fuzzContext: CommandContext,
): fc.Arbitrary<GeneratedRequest> {
  const any = requestsWith(operation, fuzzContext, {
    target: targetsOf(operation, context),
    content: contentsOf(operation, context),
  });
  const good = goodRequestOf(operation, fuzzContext);
  if (good === undefined) return any;
  const nearlyGood = requestsWith(operation, fuzzContext, {
    target: nearlyGoodTargets(operation, context, good),
    content: nearlyGoodContents(operation, good.body),
  });
  return fc.oneof({ weight: goodEvery - 1, arbitrary: any }, { weight: 1, arbitrary: nearlyGood });
}

interface RequestParts {
  readonly target: fc.Arbitrary<string>;
  readonly content: fc.Arbitrary<Content>;
}

function requestsWith(
  operation: Operation,
  fuzzContext: CommandContext,
  parts: RequestParts,
): fc.Arbitrary<GeneratedRequest> {
  const usualMethods = fc.constantFrom(
    operation.method,
    ...(operation.method === "GET" ? ["GET", "GET", "HEAD"] : []),
  );
  const usualProtocol = fc.constant("HTTP/1.1");
  return fc
    .record({
      method: mostly(usualMethods, fc.constantFrom(...oddMethods)),
      protocol: mostly(
        mostly(usualProtocol, fc.constantFrom("HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "")),
        usualProtocol,
      ),
      headers: headersOf(operation, fuzzContext),
      ...parts,
    })
    .map(({ content, headers, ...line }) => ({
      operationId: operation.operationId,
      ...line,
      headers: [...headers, ...content.headers],
      body: content.body,
    }));
}
