import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type DocumentApi, openDocumentApi } from "../../../test/document-api.ts";
import {
  boundary,
  filePart,
  formType,
  samplePdf,
  samplePng,
  stagingForm,
  writeForm,
} from "../../../test/documents.ts";
import { maxDocumentBytes } from "./document.ts";

let env: DocumentApi;

beforeAll(async () => {
  env = await openDocumentApi();
});

afterAll(() => env.stop());

afterEach(() => env.expectNothingLost());

const count = async (): Promise<number> => (await env.rows()).length;
const send: DocumentApi["send"] = (body, options) => env.send(body, options);
const sendJson: DocumentApi["sendJson"] = (body) => env.sendJson(body);

const pdfWith = (content: string): Buffer => Buffer.from(`%PDF-1.4\n1 0 obj${content}endobj\n%%EOF\n`);

function pngBomb(): Buffer {
  const png = Buffer.from(samplePng);
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

const kind = { name: "document_kind", content: "ein_letter" };

describe("refused without leftovers:", () => {
  let before = 0;
  beforeAll(async () => {
    before = await count();
  });
  afterEach(async () => expect(await count()).toBe(before));

  const refused = (name: string, parts: Parameters<typeof writeForm>[0], status: number, pointer: string) =>
    ({ name, parts, status, pointer }) as const;
  test.each([
    refused("no file", [kind], 400, "/file"),
    refused("an empty file", [kind, filePart(Buffer.alloc(0))], 400, "/file"),
    refused("two files", [kind, filePart(samplePng), filePart(samplePng)], 400, "/file"),
    refused("no kind", [filePart(samplePng)], 400, "/document_kind"),
    refused(
      "an unknown kind",
      [{ ...kind, content: "passport" }, filePart(samplePng)],
      400,
      "/document_kind",
    ),
    refused("a repeated kind", [kind, filePart(samplePng), kind], 400, "/document_kind"),
    refused("an unknown field", [kind, filePart(samplePng), { name: "owner", content: "" }], 400, "/owner"),
    refused(
      "an unknown field whose name is not echoed",
      [kind, filePart(samplePng), { name: "ssn 512-38-7694", content: "" }],
      400,
      "/(not shown)",
    ),
    refused("an unknown file", [kind, filePart(samplePng), filePart(samplePng, "photo")], 400, "/photo"),
    refused(
      "a prototype property name",
      [kind, { name: "__proto__", content: "" }, filePart(samplePng)],
      400,
      "/__proto__",
    ),
    refused(
      "an overlong field",
      [{ ...kind, content: "x".repeat(5_000) }, filePart(samplePng)],
      400,
      "/document_kind",
    ),
    refused(
      "a field that is not text",
      [{ ...kind, content: Buffer.of(0xff) }, filePart(samplePng)],
      400,
      "/document_kind",
    ),
    refused(
      "a photo id without a label",
      [{ ...kind, content: "government_photo_id" }, filePart(samplePng)],
      400,
      "/person_label",
    ),
    refused(
      "a business document with a label",
      [kind, { name: "person_label", content: "owner_1" }, filePart(samplePng)],
      400,
      "/person_label",
    ),
    refused(
      "a malformed label",
      [{ ...kind, content: "other" }, { name: "person_label", content: "Jane Doe" }, filePart(samplePng)],
      400,
      "/person_label",
    ),
    refused("a text file", [kind, filePart(Buffer.from("%PDF is what I am not"))], 422, "/file"),
    refused(
      "a PDF that does not start at the first byte",
      [kind, filePart(Buffer.concat([Buffer.from("\n"), samplePdf()]))],
      422,
      "/file",
    ),
    refused(
      "an HTML page that contains a PDF",
      [kind, filePart(Buffer.concat([Buffer.from("<html>"), samplePdf()]))],
      422,
      "/file",
    ),
    refused(
      "a PDF with JavaScript that runs when it is opened",
      [kind, filePart(pdfWith("<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>"))],
      422,
      "/file",
    ),
    refused(
      "a PDF that is an HTML page, too",
      [kind, filePart(pdfWith("<html><script>alert(1)</script></html>"))],
      422,
      "/file",
    ),
    refused("a PNG of 60,000 by 60,000 pixels", [kind, filePart(pngBomb())], 422, "/file"),
    refused("a truncated PDF", [kind, filePart(samplePdf().subarray(0, 1_500))], 422, "/file"),
    refused("a truncated PNG", [kind, filePart(samplePng.subarray(0, -12))], 422, "/file"),
    ...["jane_doe", "owner_0", "owner_100", "controller_1", "ssn_512387694"].map((content) =>
      refused(
        `an unknown label: ${content}`,
        [{ ...kind, content: "other" }, { name: "person_label", content }, filePart(samplePng)],
        400,
        "/person_label",
      ),
    ),
  ])("$name", async ({ parts, status, pointer }) => {
    const response = await send(writeForm(parts));
    expect([response.status, response.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
  });

  test("every invalid field of a form is reported at once", async () => {
    const { body } = await send(writeForm([{ name: "person_label", content: "!" }]));
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "/document_kind",
      "/file",
      "/person_label",
    ]);
  });

  test.each([
    ["a missing boundary", "multipart/form-data", stagingForm(samplePng)],
    ["a wrong boundary", "multipart/form-data; boundary=other", stagingForm(samplePng)],
    ["a truncated body", formType, stagingForm(samplePdf()).slice(0, -200)],
    ["a body truncated in a part's headers", formType, `--${boundary}\r\nContent-Disposition: form-data`],
    ["a body with only the closing boundary", formType, `--${boundary}--\r\n`],
    ["an empty body", formType, ""],
    ["a body that is not a form", formType, "hello"],
    ["too many parts", formType, writeForm(Array.from({ length: 40 }, () => kind))],
  ])("%s", async (_name, type, body) => {
    const response = await send(body, { type });
    expect(response.status).toBe(400);
  });

  test.each([
    ["no file", { document_kind: "ein_letter" }, 400, "/content"],
    ["an empty file", { document_kind: "ein_letter", content: "" }, 400, "/content"],
    ["a file that is not text", { document_kind: "ein_letter", content: 1 }, 400, "/content"],
    [
      "a file in an array",
      { document_kind: "ein_letter", content: [samplePng.toString("base64")] },
      400,
      "/content",
    ],
    ["invalid base64", { document_kind: "ein_letter", content: "%%%%" }, 400, "/content"],
    ["base64 with line breaks", { document_kind: "ein_letter", content: "aaaa\naaaa" }, 400, "/content"],
    [
      "base64 without padding",
      { document_kind: "ein_letter", content: samplePng.toString("base64url") },
      400,
      "/content",
    ],
    [
      "an unknown member",
      { document_kind: "ein_letter", content: samplePng.toString("base64"), file: "" },
      400,
      "/file",
    ],
    [
      "a photo id without a label",
      { document_kind: "government_photo_id", content: samplePng.toString("base64") },
      400,
      "/person_label",
    ],
    ["a text file", { document_kind: "ein_letter", content: "aGVsbG8=" }, 422, "/content"],
  ])("as JSON: %s", async (_name, body, status, pointer) => {
    const response = await sendJson(body);
    expect([response.status, response.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
  });

  test.each([
    [
      "a repeated file",
      `{"document_kind":"other","content":"${samplePng.toString("base64")}","content":"AAAA"}`,
    ],
    ["broken JSON after the file", `{"document_kind":"other","content":"${samplePng.toString("base64")}",}`],
    ["JSON truncated in the file", `{"document_kind":"other","content":"${samplePng.toString("base64")}`],
    ["a list", `["content","${samplePng.toString("base64")}"]`],
    ["nothing", ""],
  ])("as JSON: %s", async (_name, text) => {
    expect((await sendJson(text)).status).toBe(400);
  });

  test("a file over the limit with a Content-Length, refused early", async () => {
    const form = stagingForm(samplePdf(maxDocumentBytes + 1));
    expect((await send(form)).status).toBe(413);
    const content = samplePdf(maxDocumentBytes + 1).toString("base64");
    expect((await sendJson({ document_kind: "other", content })).status).toBe(413);
  });

  test("a file over the limit without a Content-Length", async () => {
    const bytes = stagingForm(samplePdf(maxDocumentBytes + 200_000));
    const response = await fetch(`${env.api.baseUrl}/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${env.client.token}`, "content-type": formType },
      body: new Blob([bytes]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test("another Content-Type, or none", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/pdf"]) {
      expect((await send(stagingForm(samplePng), { type })).status).toBe(415);
    }
    const { status } = await env.api.request("POST", "/documents", { token: env.client.token });
    expect(status).toBe(415);
  });

  test("self-attested accounts, before the body is read", async () => {
    const clients = [
      await env.api.createClient({ selfAttested: true }),
      await env.api.createClient({ network: "mainnet", selfAttested: true }),
    ];
    for (const { token } of clients) {
      const response = await send(stagingForm(samplePdf(3_000_000)), { token });
      expect([response.status, response.body.code]).toEqual([422, "documents_not_supported"]);
    }
  });

  test("a token without the scope, and no token", async () => {
    const { token } = await env.api.createClient({ network: "mainnet", scopes: ["accounts:read"] });
    expect((await send(stagingForm(samplePng), { token })).status).toBe(403);
    expect((await env.api.request("POST", "/documents")).status).toBe(401);
  });
});
