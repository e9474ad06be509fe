import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestApi } from "../../../test/api.ts";
import { type DocumentApi, openDocumentApi } from "../../../test/document-api.ts";
import {
  filePart,
  formType,
  sampleJpeg,
  samplePdf,
  samplePng,
  stagingForm,
  writeForm,
} from "../../../test/documents.ts";
import { eventually } from "../../../test/eventually.ts";
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

const kind = { name: "document_kind", content: "ein_letter" };

test("a document is staged, and its content is not readable on disk", async () => {
  const file = samplePdf(200_000);
  const { status, body } = await send(stagingForm(file));
  expect(status).toBe(201);
  expect(body).toEqual({
    doc_submission_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    document_kind: "ein_letter",
    document_type: "business_document",
    person_label: null,
    status: "staged",
    created: expect.stringMatching(/Z$/),
  });
  const row = (await env.rows()).at(-1);
  expect(row).toMatchObject({
    sizeBytes: BigInt(file.length),
    sha256: createHash("sha256").update(file).digest(),
  });
  const sealed = await readFile(join(env.folder, row?.storageKey ?? ""));
  expect(sealed.length).toBeGreaterThan(file.length);
  expect(sealed.includes("%PDF")).toBe(false);
  for (let at = 0; at < file.length; at += 10_000) {
    expect(sealed.includes(file.subarray(at, at + 16))).toBe(false);
  }
});

test.each([
  ["a PDF", samplePdf()],
  ["a PNG", samplePng],
  ["a JPEG", sampleJpeg],
])("%s is detected by content, whatever its name and declared type", async (_name, file) => {
  expect((await send(stagingForm(file))).status).toBe(201);
});

test("fields may come after the file", async () => {
  const label = { name: "person_label", content: "controller" };
  const form = writeForm([
    filePart(samplePng),
    { name: "document_kind", content: "government_photo_id" },
    label,
  ]);
  const { status, body } = await send(form);
  expect(status).toBe(201);
  expect(body).toMatchObject({ document_type: "individual_document", person_label: "controller" });
});

test("a document can be sent as JSON, with or without escaped slashes", async () => {
  const content = samplePdf(300_000).toString("base64");
  const body = { document_kind: "other", file_name: "a.pdf", content, person_label: null };
  for (const text of [
    JSON.stringify(body),
    JSON.stringify(body).replaceAll("/", "\\/").replaceAll("+", "\\u002B"),
  ]) {
    expect((await sendJson(text)).status).toBe(201);
  }
});

test("a file of exactly 25 MiB is accepted, as form or JSON", async () => {
  const file = samplePdf(maxDocumentBytes);
  expect((await send(stagingForm(file))).status).toBe(201);
  expect((await sendJson({ document_kind: "ein_letter", content: file.toString("base64") })).status).toBe(
    201,
  );
});

describe("with an Idempotency-Key", () => {
  test("the same file and fields get the stored response, also in the other format and field order", async () => {
    const before = await count();
    const [file, idempotencyKey] = [samplePdf(), crypto.randomUUID()];
    const first = await send(stagingForm(file), { idempotencyKey });
    const content = file.toString("base64");
    const again = await Promise.all([
      send(stagingForm(file), { idempotencyKey }),
      send(writeForm([filePart(file), kind]), { idempotencyKey }),
      send(JSON.stringify({ content, document_kind: "ein_letter" }), {
        idempotencyKey,
        type: "application/json",
      }),
    ]);
    for (const response of again) {
      expect(response.text).toBe(first.text);
      expect(response.headers.get("idempotent-replayed")).toBe("true");
    }
    expect(await count()).toBe(before + 1);
  });

  test("another file, or the same file with another kind, is refused", async () => {
    const before = await count();
    const [file, idempotencyKey] = [samplePdf(), crypto.randomUUID()];
    await send(stagingForm(file), { idempotencyKey });
    for (const form of [stagingForm(samplePdf()), stagingForm(file, { document_kind: "other" })]) {
      const { status, body } = await send(form, { idempotencyKey });
      expect([status, body.code]).toEqual([422, "idempotency_key_reused"]);
    }
    expect(await count()).toBe(before + 1);
  });

  test("concurrent requests have one effect, and a refused one does not consume the key", async () => {
    const before = await count();
    const [file, idempotencyKey] = [samplePdf(), crypto.randomUUID()];
    expect((await send(stagingForm(Buffer.from("none")), { idempotencyKey })).status).toBe(422);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send(stagingForm(file), { idempotencyKey })),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test("an invalid key is refused before the body is read", async () => {
    expect((await send(stagingForm(samplePdf(3_000_000)), { idempotencyKey: "a b" })).status).toBe(400);
  });
});

test("uploads beyond the concurrency limit wait for their turn", async () => {
  const other = await env.api.createClient({ network: "mainnet" });
  const form = stagingForm(samplePdf(200_000));
  const responses = await Promise.all(Array.from({ length: 40 }, () => send(form, { token: other.token })));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
});

test("after a body is refused midway, the connection can be reused", async () => {
  const responses = [];
  for (let turn = 0; turn < 3; turn += 1) {
    responses.push(await send(stagingForm(Buffer.alloc(5_000_000, "x"))), await send(stagingForm(samplePng)));
  }
  expect(responses.map(({ status }) => status)).toEqual([422, 201, 422, 201, 422, 201]);
});

test("an upload whose client disconnects leaves nothing behind", async () => {
  const before = await count();
  const form = stagingForm(samplePdf(1_000_000));
  const abort = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(form.slice(0, 500_000)),
  });
  const sending = fetch(`${env.api.baseUrl}/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${env.client.token}`, "content-type": formType },
    body,
    duplex: "half",
    signal: abort.signal,
  } as RequestInit);
  await eventually(async () => {
    expect((await env.paths()).some((path) => path.startsWith(".incoming/"))).toBe(true);
  });
  abort.abort();
  await expect(sending).rejects.toThrow();
  await eventually(() => env.expectNothingLost());
  expect(await count()).toBe(before);
});

test("no database connection is held during an upload", async () => {
  const form = stagingForm(samplePdf(200_000));
  let finish = (): void => {};
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(form.slice(0, 150_000));
      finish = () => {
        controller.enqueue(form.slice(150_000));
        controller.close();
      };
    },
  });
  const sending = fetch(`${env.api.baseUrl}/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${env.client.token}`, "content-type": formType },
    body,
    duplex: "half",
  } as RequestInit);
  await eventually(async () => {
    expect((await env.paths()).some((path) => path.startsWith(".incoming/"))).toBe(true);
    const { open, idle } = env.api.database.load();
    expect(open - idle).toBe(0);
  });
  finish();
  expect((await sending).status).toBe(201);
});

test("the OpenAPI document states the configured number of days until a staged document is removed", async () => {
  const { app, stop } = await startTestApi({ environment: { DOCUMENT_STAGED_DAYS: "7" } });
  const staging = app.document.paths["/documents"]?.["post"];
  await stop();
  expect(staging).toMatchObject({ description: expect.stringContaining("removed after 7 days") });
});
