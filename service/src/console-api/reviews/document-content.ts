import Type from "typebox";
import { findReviewKey, openDocument } from "../../accounts/index.ts";
import { type ApiRequest, type ApiResponse, causeOf, type Route } from "../../http/route.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

/**
 * The content of one document, for display in the console. It is verified to the end before the first byte is sent; a
 * document has at most 25 MiB. Users who may only read reviews don't have access, because it is not masked.
 */
export function documentContentRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/reviews/{account_id}/documents/{document_id}/content`, {
    operationId: "getReviewDocumentContent",
    summary: "Open a document of an account",
    description: "Access is recorded in the audit log.",
    access: { permission: "reviews.decide" },
    response: {
      description: "The original document: a PDF, PNG or JPEG file.",
      schema: Type.String({ format: "binary" }),
      mediaType: "*/*",
    },
    refusals: ["not_found"],
    respond: (request) => responseDocument(deps, request),
  });
}

async function responseDocument(deps: ConsoleDeps, request: ApiRequest): Promise<ApiResponse> {
  const documentId = parseId<"document">(request.params["document_id"] ?? "");
  if (documentId === undefined)
    throw new RefusalError(refuse("not_found", "there is no document with this id"));
  const key = await findReviewKey(deps.database, request.params["account_id"] ?? "");
  const { document, bytes } = await openDocument(deps, deps.database, {
    ...key,
    documentId,
    cause: causeOf(request),
  });
  const body = Buffer.concat(await bytes.toArray());
  return { status: 200, body, headers: { ...shownInPlace, "content-type": document.contentType } };
}

/**
 * Allows display only in a frame of the console, without scripts or subresources. The one style is that of the
 * browser's built-in viewer.
 */
const shownInPlace = {
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
};
