import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Bucket,
  closedPort,
  type Mischief,
  type Mishap,
  startBucket,
  startMischief,
} from "../../../test/s3.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";
import type { DocumentStorage } from "../documents/storage.ts";
import { createS3Storage } from "./s3-storage.ts";

let bucket: Bucket;
let mischief: Mischief;
let storage: DocumentStorage;

beforeAll(async () => {
  bucket = await startBucket();
  mischief = await startMischief(bucket);
  storage = createS3Storage(mischief.settings, { connectMs: 500, idleMs: 500 });
});

afterAll(async () => {
  await mischief[Symbol.asyncDispose]();
  await bucket[Symbol.asyncDispose]();
});

async function* once(bytes: Buffer): ByteStream {
  yield bytes;
}

async function collect(stream: ByteStream): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const bytes of stream) all.push(bytes);
  return Buffer.concat(all);
}

/** One mishap, and then a good line. */
function oneMishap(mishap: Mishap): void {
  let isDone = false;
  mischief.decide = () => {
    const now = isDone ? "pass" : mishap;
    isDone = true;
    return now;
  };
}

test.each(["fail", "cut", "lose-answer", "hang"] as const)(
  "a line that does %j once is tried again, by every call",
  async (mishap) => {
    const bytes = randomBytes(1_000);
    oneMishap(mishap);
    await storage.put("staging/line/1", once(bytes));
    oneMishap(mishap);
    expect((await storage.find("staging/line/1"))?.size).toBe(1_000);
    oneMishap(mishap);
    expect((await collect(storage.get("staging/line/1"))).equals(bytes)).toBe(true);
    oneMishap(mishap);
    expect((await storage.list("staging/line")[Symbol.asyncIterator]().next()).value.key).toBe(
      "staging/line/1",
    );
    oneMishap(mishap);
    await storage.remove("staging/line/1");
    expect(await storage.find("staging/line/1")).toBeUndefined();
  },
);

test("half of an object is an error, never an object", async () => {
  mischief.decide = () => "pass";
  await storage.put("staging/half/1", once(randomBytes(100_000)));
  mischief.decide = () => "cut-answer";
  await expect(collect(storage.get("staging/half/1"))).rejects.toThrow();
});

test.each(["fail", "cut", "hang"] as const)(
  "a bucket that does nothing but %j is an error after a bounded time, and nothing is stored",
  async (mishap) => {
    mischief.decide = () => mishap;
    await expect(storage.put("staging/down/1", once(Buffer.from("x")))).rejects.toThrow();
    await expect(storage.find("staging/down/1")).rejects.toThrow();
    mischief.decide = () => "pass";
    expect(await storage.find("staging/down/1")).toBeUndefined();
  },
);

test("a part that cannot be stored ends the upload, and the source is let go of", async () => {
  let isClosed = false;
  async function* source(): ByteStream {
    try {
      for (let pieces = 0; pieces < 100; pieces += 1) yield randomBytes(200_000);
    } finally {
      isClosed = true;
    }
  }
  mischief.decide = ({ method, url = "" }) =>
    method === "PUT" && url.includes("partNumber=2") ? "fail" : "pass";
  await expect(storage.put("staging/parts/1", source())).rejects.toThrow();
  expect(isClosed).toBe(true);
  expect(mischief.seen.at(-1)).toBe("DELETE pass");
  expect(await storage.find("staging/parts/1")).toBeUndefined();
});

test("a server that is not there is an error", async () => {
  const endpoint = `http://127.0.0.1:${await closedPort()}`;
  const gone = createS3Storage({ ...bucket.settings, endpoint }, { connectMs: 500, idleMs: 500 });
  await expect(gone.find("staging/a/1")).rejects.toThrow();
});

test("uploads that died are ended once they are old, and younger ones go on", async () => {
  const ended: string[] = [];
  const upload = (id: string, initiated: string): string =>
    `<Upload><Key>staging/a/1</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  const server = createServer((request, response) => {
    if (request.method === "DELETE")
      ended.push(new URL(request.url ?? "", "http://x").searchParams.get("uploadId") ?? "");
    response.end(
      request.method === "DELETE"
        ? ""
        : `<?xml version="1.0"?><ListMultipartUploadsResult>${upload("old", "2026-01-01T00:00:00.000Z")}${upload("new", "2026-03-01T00:00:00.000Z")}</ListMultipartUploadsResult>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createS3Storage({ ...bucket.settings, endpoint }).removeLeftovers(
    instantFromMs(Date.UTC(2026, 1, 1)),
  );
  expect(ended).toEqual(["old"]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
