import Type, { type Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { bodyOf, causeOf, principalOf, type Route } from "../../http/route.ts";
import {
  DateTimeSchema,
  IdSchema,
  inWords,
  named,
  nullableString,
  strictObject,
} from "../../http/schemas.ts";
import { type Clock, formatInstant } from "../../kernel/instant.ts";
import { documentKinds, documentTypes } from "../verification/requirements.ts";
import { type Document, documentContentTypes, maxDocumentBytes, personLabelPattern } from "./document.ts";
import { discardDocument, type ReceiveDocumentDeps, receiveDocument } from "./receive-document.ts";
import {
  maxStagedBytes,
  maxStagedDocuments,
  requireDocumentsSupported,
  stageDocument,
} from "./stage-document.ts";

export interface DocumentRouteDeps extends ReceiveDocumentDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** How long a staged document can be linked; see `DOCUMENT_STAGED_DAYS`. */
  readonly documentStagedMs: number;
}

export function documentRoutes(deps: DocumentRouteDeps): readonly Route[] {
  return [stageRoute(deps)];
}

const tag = {
  name: "Documents",
  description: "Verification documents of a business: staged first, then linked to an account.",
};

const NewDocument = strictObject({
  document_kind: Type.Enum([...documentKinds], { description: "Kind of the document." }),
  person_label: Type.Optional(
    nullableString({
      pattern: personLabelPattern,
      ...inWords("controller, or owner_1 to owner_99"),
      description:
        "The individual that the document belongs to, such as `controller` or `owner_1`. Required for a " +
        "`government_photo_id`, optional for `other`, not allowed for the other kinds, which are business documents.",
    }),
  ),
});

const StagedDocument = named(
  "StagedDocument",
  Type.Object(
    {
      doc_submission_id: IdSchema,
      document_kind: Type.Enum([...documentKinds]),
      document_type: Type.Enum([...documentTypes], {
        description: "`individual_document` if there is a `person_label`.",
      }),
      person_label: nullableString(),
      status: Type.Literal("staged"),
      created: DateTimeSchema,
    },
    { description: "A staged document, not yet linked to an account." },
  ),
);

const dayMs = 24 * 60 * 60_000;
const mebibyte = 1024 * 1024;

/** The smallest file that readers accept as a PDF. */
const examplePdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

function stageRoute(deps: DocumentRouteDeps): Route {
  return {
    method: "POST",
    path: "/documents",
    operationId: "stageDocument",
    tag,
    summary: "Stage a document",
    description:
      "Uploads a file with its kind. Link it by its `doc_submission_id` when you create an account, or later; a " +
      `document that is not linked is removed after ${deps.documentStagedMs / dayMs} days. All your applications ` +
      `together can have at most ${maxStagedDocuments} staged documents with ${maxStagedBytes / mebibyte} MiB (422). ` +
      "The file type is detected by content. Pictures of more than 120 megapixels, PDFs of more than 500 pages, " +
      "encrypted PDFs, PDFs with active content such as JavaScript, and files with malware are refused (422). " +
      "Not supported for self-attested accounts.",
    access: { scope: "accounts:write" },
    body: {
      schema: NewDocument,
      example: { document_kind: "certificate_of_good_standing" } satisfies Static<typeof NewDocument>,
      file: {
        description: "A PDF, PNG or JPEG file.",
        contentTypes: documentContentTypes,
        maxBytes: maxDocumentBytes,
        example: examplePdf,
      },
    },
    responses: {
      201: { description: "The staged document.", schema: StagedDocument, example: exampleDocument },
    },
    refusals: ["documents_not_supported", "unprocessable"],
    work: {
      kind: "upload",
      idempotencyKey: "honoured",
      admit: (request) => requireDocumentsSupported(deps.database, principalOf(request)),
      receive: async (request, { bytes, pointer }) => {
        const principal = principalOf(request);
        const received = await receiveDocument(deps, { principal, bytes, pointer });
        return {
          digest: received.sha256,
          keep: async (tx, { body, ...rest }) => {
            const { document_kind, person_label } = bodyOf(NewDocument, { body, ...rest });
            const described = { documentKind: document_kind, personLabel: person_label ?? undefined };
            const cause = causeOf(request);
            const document = await stageDocument(deps, tx, {
              principal,
              received,
              described,
              pointer,
              cause,
            });
            return { status: 201, body: present(document) };
          },
          discard: () => discardDocument(deps, received),
        };
      },
    },
  };
}

const exampleDocument: Static<typeof StagedDocument> = {
  doc_submission_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  document_kind: "certificate_of_good_standing",
  document_type: "business_document",
  person_label: null,
  status: "staged",
  created: "2026-11-15T10:51:12.000Z",
};

function present(document: Document): Static<typeof StagedDocument> {
  return {
    doc_submission_id: document.id,
    document_kind: document.documentKind,
    document_type: document.documentType,
    person_label: document.personLabel ?? null,
    status: "staged",
    created: formatInstant(document.createdAt),
  };
}
