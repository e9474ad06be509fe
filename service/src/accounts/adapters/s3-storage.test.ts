import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bucket, type Mischief, type Mishap, startBucket, startMischief } from "../../../test/s3.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";
import type { DocumentStorage } from "../documents/storage.ts";
import { createS3Storage } from "./s3-storage.ts";

const patientMs = 240_000;
let bucket: Bucket;
let mischief: Mischief;
let storage: DocumentStorage;
/** Gives up on a hanging request, and tries twice more; a busy machine responds in time. */
let impatient: DocumentStorage;
/** Gives up before any server could respond. */
let hasty: DocumentStorage;

beforeAll(async () => {
  bucket = await startBucket();
  mischief = await startMischief(bucket);
  storage = createS3Storage(mischief.settings, { connectMs: patientMs, idleMs: patientMs });
  impatient = createS3Storage(mischief.settings, { connectMs: patientMs, idleMs: 1_000 });
  hasty = createS3Storage(mischief.settings, { connectMs: patientMs, idleMs: 100 });
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

/** One fault, then a working connection. */
function oneMishap(mishap: Mishap): void {
  let isDone = false;
  mischief.decide = () => {
    const now = isDone ? "pass" : mishap;
    isDone = true;
    return now;
  };
}

test.each(["fail", "cut", "lose-response", "hang"] as const)(
  "every call retries after a single %j",
  async (mishap) => {
    const tested = mishap === "hang" ? impatient : storage;
    const bytes = randomBytes(1_000);
    oneMishap(mishap);
    await tested.put("staging/line/1", once(bytes));
    oneMishap(mishap);
    expect((await tested.find("staging/line/1"))?.size).toBe(1_000);
    oneMishap(mishap);
    expect((await collect(tested.get("staging/line/1"))).equals(bytes)).toBe(true);
    oneMishap(mishap);
    expect((await tested.list("staging/line")[Symbol.asyncIterator]().next()).value.key).toBe(
      "staging/line/1",
    );
    oneMishap(mishap);
    await tested.remove("staging/line/1");
    expect(await storage.find("staging/line/1")).toBeUndefined();
  },
);

test("a truncated object is an error", async () => {
  mischief.decide = () => "pass";
  await storage.put("staging/half/1", once(randomBytes(100_000)));
  mischief.decide = () => "cut-response";
  await expect(collect(storage.get("staging/half/1"))).rejects.toThrow();
});

test.each(["fail", "cut", "hang"] as const)(
  "if every request does %j, the call fails after a bounded time, and nothing is stored",
  async (mishap) => {
    const tested = mishap === "hang" ? hasty : storage;
    mischief.decide = () => mishap;
    await expect(tested.put("staging/down/1", once(Buffer.from("x")))).rejects.toThrow();
    await expect(tested.find("staging/down/1")).rejects.toThrow();
    mischief.decide = () => "pass";
    expect(await storage.find("staging/down/1")).toBeUndefined();
  },
);

test("a part that cannot be stored aborts the upload and closes the source", async () => {
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

test("an unreachable server is an error", async () => {
  const endpoint = "http://127.0.0.1:1";
  const gone = createS3Storage({ ...bucket.settings, endpoint }, { connectMs: patientMs, idleMs: patientMs });
  await expect(gone.find("staging/a/1")).rejects.toThrow();
});

test("stale multipart uploads are aborted page by page; recent and foreign ones are kept", async () => {
  const uploads = [
    { key: "staging/t/1", id: "old", initiated: "2026-01-01" },
    { key: "staging/t/1", id: "old too", initiated: "2026-01-01" },
    { key: "staging/t/2", id: "new", initiated: "2026-03-01" },
    { key: "staging/t/3", id: "gone", initiated: "2026-01-01" },
    { key: "accounts/t/a/1", id: "old copy", initiated: "2026-01-01" },
    { key: "accounts/2026 backup.tar", id: "not a document", initiated: "2026-01-01" },
    { key: "backups/monday", id: "foreign", initiated: "2026-01-01" },
  ];
  await using server = await startUploadLists(uploads);
  await createS3Storage({ ...bucket.settings, endpoint: server.endpoint }).removeLeftovers(
    instantFromMs(Date.UTC(2026, 1, 1)),
    new AbortController().signal,
  );
  expect(server.ended).toEqual(["old", "old too", "gone", "old copy"]);
});

test("aborting uploads stops when the signal aborts", async () => {
  await using server = await startUploadLists([{ key: "staging/t/1", id: "old", initiated: "2026-01-01" }]);
  const { removeLeftovers } = createS3Storage({ ...bucket.settings, endpoint: server.endpoint });
  const before = instantFromMs(Date.UTC(2026, 1, 1));
  await expect(removeLeftovers(before, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  expect(server.ended).toEqual([]);
});

interface UnfinishedUpload {
  readonly key: string;
  readonly id: string;
  readonly initiated: string;
}

/** A bucket that returns unfinished uploads one per page, and no longer knows the one that is `gone`. */
async function startUploadLists(uploads: readonly UnfinishedUpload[]) {
  const ended: string[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    if (request.method !== "DELETE") return void response.end(pageAfter(uploads, query));
    const id = query.get("uploadId") ?? "";
    ended.push(id);
    if (id !== "gone") return void response.writeHead(204).end();
    return void response.writeHead(404).end("<Error><Code>NoSuchUpload</Code></Error>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ended,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pageAfter(uploads: readonly UnfinishedUpload[], query: URLSearchParams): string {
  const here = uploads.filter(({ key }) => key.startsWith(query.get("prefix") ?? ""));
  const [marker, idMarker] = [query.get("key-marker"), query.get("upload-id-marker")];
  const at = here.findIndex(({ key, id }) => key === marker && id === idMarker) + 1;
  const upload = here[at];
  if (upload === undefined) return '<?xml version="1.0"?><ListMultipartUploadsResult/>';
  const { key, id, initiated } = upload;
  return `<?xml version="1.0"?><ListMultipartUploadsResult>
    <IsTruncated>${at + 1 < here.length}</IsTruncated>
    <NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>
    <Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}T00:00:00.000Z</Initiated></Upload>
  </ListMultipartUploadsResult>`;
}
