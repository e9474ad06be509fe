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

let world: DocumentApi;

beforeAll(async () => {
  world = await openDocumentApi();
});

afterAll(() => world.stop());

afterEach(() => world.expectNothingLost());

const count = async (): Promise<number> => (await world.rows()).length;
const send: DocumentApi["send"] = (body, options) => world.send(body, options);
const sendJson: DocumentApi["sendJson"] = (body) => world.sendJson(body);

const kind = { name: "document_kind", content: "ein_letter" };

test("a document is staged, and nothing of it can be read on the disk", async () => {
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
  const row = (await world.rows()).at(-1);
  expect(row).toMatchObject({
    size_bytes: BigInt(file.length),
    sha256: createHash("sha256").update(file).digest(),
  });
  const sealed = await readFile(join(world.folder, row?.storage_key ?? ""));
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
])("%s is known by its content, whatever its name and type claim", async (_name, file) => {
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

test("the same document can be sent as JSON, with slashes escaped or not", async () => {
  const content = samplePdf(300_000).toString("base64");
  const body = { document_kind: "other", file_name: "a.pdf", content, person_label: null };
  for (const text of [
    JSON.stringify(body),
    JSON.stringify(body).replaceAll("/", "\\/").replaceAll("+", "\\u002B"),
  ]) {
    expect((await sendJson(text)).status).toBe(201);
  }
});

test("a file of exactly 25 MiB is taken, by either way", async () => {
  const file = samplePdf(maxDocumentBytes);
  expect((await send(stagingForm(file))).status).toBe(201);
  expect((await sendJson({ document_kind: "ein_letter", content: file.toString("base64") })).status).toBe(
    201,
  );
});

describe("with an Idempotency-Key", () => {
  test("the same file and fields get the first answer again, also in the other way and order", async () => {
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
    for (const answer of again) {
      expect(answer.text).toBe(first.text);
      expect(answer.headers.get("idempotent-replayed")).toBe("true");
    }
    expect(await count()).toBe(before + 1);
  });

  test("another file, or the same as something else, is refused", async () => {
    const before = await count();
    const [file, idempotencyKey] = [samplePdf(), crypto.randomUUID()];
    await send(stagingForm(file), { idempotencyKey });
    for (const form of [stagingForm(samplePdf()), stagingForm(file, { document_kind: "other" })]) {
      const { status, body } = await send(form, { idempotencyKey });
      expect([status, body.code]).toEqual([422, "idempotency_key_reused"]);
    }
    expect(await count()).toBe(before + 1);
  });

  test("many at once have one effect, and a refused one does not burn the key", async () => {
    const before = await count();
    const [file, idempotencyKey] = [samplePdf(), crypto.randomUUID()];
    expect((await send(stagingForm(Buffer.from("none")), { idempotencyKey })).status).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(stagingForm(file), { idempotencyKey })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test("a key that is none is refused before the body is read", async () => {
    expect((await send(stagingForm(samplePdf(3_000_000)), { idempotencyKey: "a b" })).status).toBe(400);
  });
});

test("more files at once than there are places for wait for their turn", async () => {
  const other = await world.api.createClient({ network: "mainnet" });
  const form = stagingForm(samplePdf(200_000));
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(form, { token: other.token })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test("a connection on which a body was refused half way is good for the next request", async () => {
  const answers = [];
  for (let turn = 0; turn < 3; turn += 1) {
    answers.push(await send(stagingForm(Buffer.alloc(5_000_000, "x"))), await send(stagingForm(samplePng)));
  }
  expect(answers.map(({ status }) => status)).toEqual([422, 201, 422, 201, 422, 201]);
});

test("a sender that goes away in the middle leaves nothing behind", async () => {
  const before = await count();
  const form = stagingForm(samplePdf(1_000_000));
  const abort = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(form.slice(0, 500_000)),
  });
  const sending = fetch(`${world.api.baseUrl}/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.client.token}`, "content-type": formType },
    body,
    duplex: "half",
    signal: abort.signal,
  } as RequestInit);
  await eventually(async () => {
    expect((await world.paths()).some((path) => path.startsWith(".incoming/"))).toBe(true);
  });
  abort.abort();
  await expect(sending).rejects.toThrow();
  await eventually(() => world.expectNothingLost());
  expect(await count()).toBe(before);
});

test("while bytes come in, no database connection is held", async () => {
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
  const sending = fetch(`${world.api.baseUrl}/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.client.token}`, "content-type": formType },
    body,
    duplex: "half",
  } as RequestInit);
  await eventually(async () => {
    expect((await world.paths()).some((path) => path.startsWith(".incoming/"))).toBe(true);
    const { open, idle } = world.api.database.load();
    expect(open - idle).toBe(0);
  });
  finish();
  expect((await sending).status).toBe(201);
});

test("the API document says after how many days a document is removed, as it is configured", async () => {
  const { app, stop } = await startTestApi({ environment: { DOCUMENT_STAGED_DAYS: "7" } });
  const staging = app.document.paths["/documents"]?.["post"];
  await stop();
  expect(staging).toMatchObject({ description: expect.stringContaining("removed after 7 days") });
});
