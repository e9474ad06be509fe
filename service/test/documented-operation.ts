import type { OpenApiDocument } from "../src/http/openapi.ts";

/** An operation of the API document, and its path there. */
export interface DocumentedOperation {
  readonly template: string;
  readonly method: string;
  readonly operation: Readonly<Record<string, unknown>>;
}

export type FindOperation = (request: {
  readonly method: string;
  readonly path: string;
}) => DocumentedOperation | undefined;

const finders = new WeakMap<OpenApiDocument, FindOperation>();

/** The documented operation of a request; undefined when there is none. */
export function createOperationFinder(document: OpenApiDocument): FindOperation {
  const finder = finders.get(document) ?? indexOperations(document);
  finders.set(document, finder);
  return finder;
}

function indexOperations(document: OpenApiDocument): FindOperation {
  const templates = Object.keys(document.paths)
    .map((path) => ({ path, pattern: patternOf(path) }))
    // A literal segment wins over a parameter, as in the router.
    .sort((left, right) => left.path.split("{").length - right.path.split("{").length);
  return (request) => {
    const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
    // The router has one table for each method.
    const template = templates.find(
      ({ path, pattern }) => pattern.test(request.path) && document.paths[path]?.[method] !== undefined,
    )?.path;
    const operation = template === undefined ? undefined : document.paths[template]?.[method];
    if (template === undefined || operation === undefined) return undefined;
    return { template, method, operation: operation as Readonly<Record<string, unknown>> };
  };
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
