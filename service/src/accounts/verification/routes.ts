import Type, { type Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { accountIn, causeOf, principalOf, type Route, readRoute, writeRoute } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/tags.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { accountStatuses } from "../account.ts";
import { requireVisibleAccount } from "../visible-account.ts";
import { listDocuments } from "./list-documents.ts";
import { presentRequirements, RequirementSchema } from "./requirement-response.ts";
import { selectRequirements } from "./requirement-store.ts";
import { documentKinds } from "./requirements.ts";
import type { ScreenDeps } from "./screen-account.ts";
import { screenAhead, simulatedOutcomes, simulateVerification } from "./simulate-verification.ts";
import { statusOf } from "./verification.ts";

export interface VerificationRouteDeps extends ScreenDeps {
  readonly database: Database;
}

export function verificationRoutes(deps: VerificationRouteDeps): readonly Route[] {
  return [listVerificationDocuments(deps), simulate(deps)];
}

const tag = {
  name: "Verification",
  description: "Review of a managed account: required documents and outcome.",
};

const VerificationDocumentsSchema = named(
  "VerificationDocuments",
  Type.Object({
    account_id: IdSchema,
    documents: Type.Array(RequirementSchema, { description: "In the order in which they were requested." }),
    other_documents_uploaded_count: Type.Integer({
      minimum: 0,
      description: "Number of linked documents that were not requested.",
    }),
    available_person_labels: Type.Array(Type.String(), {
      description: "Possible values of `person_label` for this account.",
    }),
  }),
);

const exampleId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const exampleRequirements: Static<typeof RequirementSchema>[] = [
  {
    document_kind: "certificate_of_good_standing",
    document_type: "business_document",
    display_name: "Certificate of good standing",
    status: "pending_upload",
    person_label: null,
  },
  {
    document_kind: "government_photo_id",
    document_type: "individual_document",
    display_name: "Government photo ID",
    status: "uploaded",
    person_label: "controller",
  },
];

function listVerificationDocuments(deps: VerificationRouteDeps): Route {
  return readRoute("GET /accounts/{account_id}/verification/documents", {
    operationId: "listVerificationDocuments",
    tag,
    summary: "List required documents",
    description:
      "Stage a file for each requirement in `pending_upload` with `POST /documents`, with its `document_kind` and " +
      "`person_label`, and link it with `PATCH /accounts/{account_id}`. With the last one, the review continues. " +
      "A managing account has no review and no documents.",
    access: { scope: "accounts:read" },
    response: {
      description: "The required documents and their status.",
      schema: VerificationDocumentsSchema,
      example: {
        account_id: exampleId,
        documents: exampleRequirements,
        other_documents_uploaded_count: 0,
        available_person_labels: ["controller", "owner_1"],
      },
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const accountId = accountIn(request);
      const account = await requireVisibleAccount(deps.database, principalOf(request), accountId);
      const { requirements, otherCount, personLabels } = await listDocuments(deps, deps.database, account);
      const body: Static<typeof VerificationDocumentsSchema> = {
        account_id: account.id,
        documents: presentRequirements(requirements),
        other_documents_uploaded_count: otherCount,
        available_person_labels: [...personLabels],
      };
      return { status: 200, body };
    },
  });
}

const maxSimulatedDocuments = 50;
const maxLabelLength = 32;

const SimulationSchema = strictObject({
  outcome: Type.Enum([...simulatedOutcomes], {
    description: "Outcome of the review, effective immediately.",
  }),
  documents: Type.Optional(
    Type.Array(
      strictObject({
        document_kind: Type.Enum([...documentKinds]),
        person_label: Type.Optional(nullableString({ maxLength: maxLabelLength })),
      }),
      {
        minItems: 1,
        maxItems: maxSimulatedDocuments,
        description:
          "With `documents_required`: the documents to require. Defaults to a certificate of good standing and a " +
          "photo ID of each individual.",
      },
    ),
  ),
});

const SimulatedSchema = named(
  "SimulatedVerification",
  Type.Object({
    account_id: IdSchema,
    status: Type.Enum([...accountStatuses]),
    documents: Type.Array(RequirementSchema),
  }),
);

function simulate(deps: VerificationRouteDeps): Route {
  return writeRoute("POST /accounts/{account_id}/simulations/verification", {
    operationId: "simulateVerification",
    tag: simulationTag,
    summary: "Simulate the outcome of a review",
    description:
      "Testnet only; on mainnet the endpoint does not exist. The account is screened against the sanctions list " +
      "first; a match blocks it, and even a simulation cannot complete it then (409). Once an account is `complete` " +
      "or `rejected`, nothing more can be simulated (409). `review` puts it into the operator's review queue.",
    network: "testnet",
    access: { scope: "simulations:write" },
    body: { schema: SimulationSchema, example: { outcome: "documents_required" } },
    response: {
      description: "The account after the simulation.",
      schema: SimulatedSchema,
      example: { account_id: exampleId, status: "pending", documents: exampleRequirements },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const principal = principalOf(request);
      const account = await requireVisibleAccount(tx, principal, accountIn(request));
      const key = { tenantId: account.tenantId, accountId: account.id };
      const simulated = readSimulation(request.body);
      const screening = await screenAhead(deps, tx, key);
      const simulation = { ...key, ...simulated, screening, cause: causeOf(request) };
      const after = await simulateVerification(deps, tx, simulation);
      const body: Static<typeof SimulatedSchema> = {
        account_id: account.id,
        status: statusOf(after.state.stage),
        documents: presentRequirements(await selectRequirements(tx, key)),
      };
      return { status: 200, body };
    },
  });
}

function readSimulation({ outcome, documents }: Static<typeof SimulationSchema>) {
  if (documents !== undefined && outcome !== "documents_required") {
    const detail = "is allowed only with the outcome documents_required";
    const errors = [{ pointer: "/documents", detail }];
    throw new RefusalError(refuse("unprocessable", `/documents ${detail}`, { errors }));
  }
  return {
    outcome,
    documents: documents?.map(({ document_kind, person_label }) => ({
      documentKind: document_kind,
      personLabel: person_label ?? undefined,
    })),
  };
}
