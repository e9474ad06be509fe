import type { OpenApiDocument } from "../../service/src/http/openapi.ts";

/** One document for all reachable endpoints. Schemas with the same name are equal in both. */
export function bothDocuments(
  apiDocument: OpenApiDocument,
  consoleDocument: OpenApiDocument,
): OpenApiDocument {
  const schemas = { ...schemasOf(apiDocument), ...schemasOf(consoleDocument) };
  return {
    ...apiDocument,
    paths: { ...apiDocument.paths, ...consoleDocument.paths },
    components: { schemas },
  };
}

function schemasOf({ components }: OpenApiDocument): object {
  return (components as { readonly schemas: object }).schemas;
}
