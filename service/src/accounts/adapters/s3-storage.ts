import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { assert } from "../../kernel/assert.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";
import {
  accountsPrefix,
  assertStorageKey,
  type DocumentStorage,
  isStorageKey,
  MissingObjectError,
  type StoredObject,
  stagingPrefix,
} from "../documents/storage.ts";

export interface S3Settings {
  /** Undefined for the provider's default endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Path-style addressing: the bucket in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

export interface S3Timeouts {
  readonly connectMs: number;
  /** Idle timeout of the connection. */
  readonly idleMs: number;
}

/** S3 accepts no smaller part, except the last. It is also the memory used per upload. */
const partBytes = 5 * 1024 * 1024;
const maxAttempts = 3;
/** Pages of unfinished uploads, up to a thousand each; a later sweep handles the rest. */
const maxUploadPages = 1_000;
const usualTimeouts: S3Timeouts = { connectMs: 5_000, idleMs: 20_000 };

interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

/** Stores documents in an S3-compatible bucket. */
export function createS3Storage(settings: S3Settings, timeouts: S3Timeouts = usualTimeouts): DocumentStorage {
  const bucket = { client: createClient(settings, timeouts), name: settings.bucket };
  const checked = (key: string): { readonly Bucket: string; readonly Key: string } => {
    assertStorageKey(key);
    return { Bucket: bucket.name, Key: key };
  };
  return {
    put: (key, bytes) => put(bucket, checked(key), bytes),
    get: (key) => read(bucket, checked(key)),
    find: (key) => find(bucket, checked(key)),
    remove: async (key) => {
      await bucket.client.send(new DeleteObjectCommand(checked(key)));
    },
    list: (prefix) => list(bucket, prefix),
    removeLeftovers: async (before, signal) => {
      for (const prefix of [stagingPrefix, accountsPrefix])
        await endUploads(bucket, { prefix, before, signal });
    },
  };
}

function createClient(settings: S3Settings, { connectMs, idleMs }: S3Timeouts): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    // Servers other than AWS may not support the newer checksums. Parts are signed with their hash, and stored objects
    // are read back before the only other copy is deleted.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

interface ObjectName {
  readonly Bucket: string;
  readonly Key: string;
}

/** Small objects in one request, larger ones in sequential parts. Both become visible atomically. */
async function put(bucket: Bucket, object: ObjectName, bytes: ByteStream): Promise<void> {
  const parts = inParts(bytes);
  try {
    const first = await parts.next();
    assert(first.done !== true, "there is always a part, possibly empty");
    if (first.value.isLast) {
      await bucket.client.send(new PutObjectCommand({ ...object, Body: first.value.bytes }));
    } else {
      await putInParts(bucket, object, first.value, parts);
    }
  } finally {
    // If the bucket fails, close the source.
    await parts.return();
  }
}

async function putInParts(
  bucket: Bucket,
  object: ObjectName,
  first: Part,
  rest: AsyncIterable<Part>,
): Promise<void> {
  const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand(object));
  assert(UploadId !== undefined, "a multipart upload has an id");
  const upload = { ...object, UploadId };
  try {
    await putParts(bucket, upload, first, rest);
  } catch (error) {
    // Best effort; the sweep aborts leftovers.
    await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

async function putParts(
  { client }: Bucket,
  upload: ObjectName & { readonly UploadId: string },
  first: Part,
  rest: AsyncIterable<Part>,
): Promise<void> {
  const done: { readonly PartNumber: number; readonly ETag: string }[] = [];
  const putPart = async ({ bytes }: Part): Promise<void> => {
    const PartNumber = done.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: bytes }));
    assert(ETag !== undefined, "an accepted part has an ETag");
    done.push({ PartNumber, ETag });
  };
  await putPart(first);
  for await (const part of rest) await putPart(part);
  await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } }));
}

interface Part {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Collects one part at a time; a part is known to be the last when the source has ended. */
async function* inParts(bytes: ByteStream): AsyncGenerator<Part, void> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    if (size >= partBytes) {
      yield { bytes: Buffer.concat(pieces), isLast: false };
      pieces = [];
      size = 0;
    }
    pieces.push(piece);
    size += piece.length;
  }
  yield { bytes: Buffer.concat(pieces), isLast: true };
}

async function* read({ client }: Bucket, object: ObjectName): AsyncGenerator<Buffer> {
  try {
    const { Body } = await client.send(new GetObjectCommand(object));
    assert(Body instanceof Readable, "the body is a stream");
    yield* Body as AsyncIterable<Buffer>;
  } catch (error) {
    throw isMissing(error) ? new MissingObjectError(object.Key, { cause: error }) : error;
  }
}

async function find({ client }: Bucket, object: ObjectName): Promise<StoredObject | undefined> {
  try {
    const { ContentLength = 0, LastModified } = await client.send(new HeadObjectCommand(object));
    return { key: object.Key, size: ContentLength, modifiedAt: instantOf(LastModified) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* list({ client, name }: Bucket, prefix: string): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: name, Prefix: prefix, ContinuationToken }),
    );
    for (const { Key = "", Size = 0, LastModified } of page.Contents ?? []) {
      yield { key: Key, size: Size, modifiedAt: instantOf(LastModified) };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/**
 * Aborts uploads whose process has died, but not foreign uploads in the bucket. If the server cannot list uploads, use
 * a bucket lifecycle rule.
 */
async function endUploads(
  { client, name }: Bucket,
  {
    prefix,
    before,
    signal,
  }: { readonly prefix: string; readonly before: Instant; readonly signal: AbortSignal },
): Promise<void> {
  let markers: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> = {};
  for (let pages = 0; pages < maxUploadPages; pages += 1) {
    signal.throwIfAborted();
    const page = await listUploads(client, { Bucket: name, Prefix: prefix, ...markers });
    for (const { Key = "", UploadId, Initiated } of page?.Uploads ?? []) {
      if (!isStorageKey(Key) || UploadId === undefined || instantOf(Initiated) >= before) continue;
      signal.throwIfAborted();
      await endUpload(client, { Bucket: name, Key, UploadId });
    }
    if (page?.IsTruncated !== true) return;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function listUploads(
  client: S3Client,
  input: ListMultipartUploadsCommandInput,
): Promise<ListMultipartUploadsCommandOutput | undefined> {
  try {
    return await client.send(new ListMultipartUploadsCommand(input));
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === "NotImplemented") return undefined;
    throw error;
  }
}

/** Its own process or another node may have ended it meanwhile. */
async function endUpload(
  client: S3Client,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand(upload));
  } catch (error) {
    if (!(error instanceof S3ServiceException && error.name === "NoSuchUpload")) throw error;
  }
}

function instantOf(date: Date | undefined): Instant {
  assert(date !== undefined, "an object has a modification time");
  return instantFromMs(date.getTime());
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name);
}
