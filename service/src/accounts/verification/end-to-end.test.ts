import { expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { samplePdf } from "../../../test/documents.ts";
import { eventually } from "../../../test/eventually.ts";

interface RequiredDocument {
  readonly document_kind: string;
  readonly person_label: string | null;
  readonly status: string;
}

test("documents requested, staged and linked through the API complete the account", async () => {
  const environment = { VERIFICATION_PROVIDER_MAINNET: "sandbox", VERIFICATION_SANDBOX_DELAY_MS: "0" };
  const api = await startTestApi({ environment });
  try {
    const { token } = await api.createClient({ network: "mainnet" });
    const account = await create(api, token);
    const documents = `/accounts/${account}/verification/documents`;
    const required = await eventually(async (): Promise<readonly RequiredDocument[]> => {
      const { body } = await api.request("GET", documents, { token });
      expect(body.documents).toHaveLength(3);
      return body.documents;
    });
    const ids = [await stage(api, token, { document_kind: "ein_letter", person_label: null })];
    for (const requirement of required) ids.push(await stage(api, token, requirement));
    const link = { token, body: { doc_submission_ids: ids } };
    expect(await api.request("PATCH", `/accounts/${account}`, link)).toMatchObject({ status: 200 });
    expect((await api.request("GET", documents, { token })).body).toMatchObject({
      documents: required.map((requirement) => ({ ...requirement, status: "uploaded" })),
      other_documents_uploaded_count: 1,
    });
    await eventually(async () => {
      const { body } = await api.request("GET", `/accounts/${account}`, { token });
      expect(body.status).toBe("complete");
    });
    const late = { token, body: { doc_submission_ids: [await stage(api, token, required[0])] } };
    expect(await api.request("PATCH", `/accounts/${account}`, late)).toMatchObject({ status: 409 });
  } finally {
    await api.stop();
  }
});

async function create(api: TestApi, token: string): Promise<string> {
  const body = newAccountRequest({ business_name: "Quill Document LLC" });
  const response = await api.request("POST", "/accounts", { token, body, idempotencyKey: "the-account" });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function stage(
  api: TestApi,
  token: string,
  required: Pick<RequiredDocument, "document_kind" | "person_label"> | undefined,
): Promise<string> {
  const { document_kind, person_label } = required ?? {};
  const content = samplePdf(2_000).toString("base64");
  const label = person_label === null ? {} : { person_label };
  const body = { content, document_kind, file_name: "scan.pdf", ...label };
  const response = await api.request("POST", "/documents", { token, body });
  expect(response.status).toBe(201);
  return response.body.doc_submission_id;
}
