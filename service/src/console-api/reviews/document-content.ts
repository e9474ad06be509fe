import Type from "typebox";
import { findReviewKey, openDocument } from "../../accounts/index.ts";
import { type Answer, type ApiRequest, causeOf, type Route } from "../../http/route.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";

/**
 * The bytes of one document, to be looked at inside of the console. They are checked to the end before the first of them
 * is sent; a document holds at most 25 MiB. Whoever may only read about reviews does not see what is unmasked here.
 */
export function documentContentRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${consolePath}/reviews/{account_id}/documents/{document_id}/content`,
    operationId: "getReviewDocumentContent",
    tag: consoleTag,
    summary: "Open a document of an account",
    description: "That it was opened, and by whom, stands in the audit log.",
    access: { permission: "reviews.decide" },
    answers: {
      200: {
        description: "The document as it was sent: a PDF, PNG or JPEG file.",
        schema: Type.String({ format: "binary" }),
        mediaType: "*/*",
      },
    },
    refusals: ["not_found"],
    work: { kind: "read", handle: (request) => answerDocument(deps, request) },
  };
}

async function answerDocument(deps: ConsoleDeps, request: ApiRequest): Promise<Answer> {
  const documentId = parseId<"document">(request.params["document_id"] ?? "");
  if (documentId === undefined) throw new RefusalError(refuse("not_found", "there is no such document"));
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
 * It may be shown in a frame of the console and nowhere else, and whatever it holds runs nothing and loads nothing. The
 * one style is that of the browser's own viewer.
 */
const shownInPlace = {
  "content-disposition": "inline",
  "content-security-policy": "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
};
