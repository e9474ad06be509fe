import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import { continuedStream } from "../kernel/continued-stream.ts";
import { EnvelopeError, type KeyRing, open, seal } from "../kernel/envelope.ts";
import { type ByteStream, newStreamKey, openStream, sealStream } from "../kernel/sealed-stream.ts";
import { ShapeError, shapeOf } from "../kernel/shape.ts";

/**
 * Layout: magic (8) | header length (4) | header as JSON | sealed stream of the compressed frames.
 * The header is readable without a key. Its digest is the context of the stream, so that a changed header opens nothing.
 */
export interface BackupHeader extends Static<typeof headerType> {}

const headerType = Type.Object({
  format: Type.Integer(),
  id: Type.String(),
  taken_at: Type.String(),
  /** Version of the newest migration. */
  schema: Type.Integer(),
  /** Build that wrote it. */
  build: Type.String(),
  /** The key of the stream, sealed by the master key. */
  key: Type.String(),
  /** Id of that master key. */
  key_id: Type.String(),
});
const headerShape = shapeOf(headerType);

const backupFormat = 1;
const magic = Buffer.from("FLORINBK");
const lengthBytes = 4;
const maxHeaderBytes = 64 * 1024;

export class BackupError extends Error {
  override readonly name = "BackupError";
}

export type NewBackup = Pick<BackupHeader, "id" | "taken_at" | "schema" | "build">;

/** The whole file: header, then the sealed content. */
export async function* sealBackup(
  keyRing: KeyRing,
  { id, taken_at, schema, build }: NewBackup,
  content: ByteStream,
): AsyncGenerator<Buffer> {
  const key = newStreamKey();
  const header: BackupHeader = {
    format: backupFormat,
    id,
    taken_at,
    schema,
    build,
    key: seal(keyRing, key, keyContext(id)).toString("base64"),
    key_id: keyRing.current.id.toString("hex"),
  };
  const bytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(bytes.length);
  yield Buffer.concat([magic, length, bytes]);
  yield* sealStream(content, { key, context: contextOf(bytes) });
}

export interface OpenedBackup {
  readonly header: BackupHeader;
  /** Decrypts; throws at the end if the file is truncated. */
  content(keyRing: KeyRing): ByteStream;
  close(): Promise<void>;
}

export async function openBackup(file: ByteStream): Promise<OpenedBackup> {
  const source = file[Symbol.asyncIterator]();
  const close = async (): Promise<void> => void (await source.return?.());
  try {
    const start = magic.length + lengthBytes;
    const begin = await readAtLeast(source, Buffer.alloc(0), start);
    if (!begin.subarray(0, magic.length).equals(magic)) throw new BackupError("this is not a Florin backup");
    const length = begin.readUInt32BE(magic.length);
    if (length > maxHeaderBytes) throw new BackupError("the header of the backup is damaged");
    const read = await readAtLeast(source, begin, start + length);
    const bytes = read.subarray(start, start + length);
    const header = parseHeader(bytes);
    const rest = continuedStream(read.subarray(start + length), source);
    return { header, content: (keyRing) => openContent(keyRing, header, bytes, rest), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readAtLeast(source: AsyncIterator<Buffer>, before: Buffer, size: number): Promise<Buffer> {
  let read = before;
  while (read.length < size) {
    const { value, done } = await source.next();
    if (done === true) throw new BackupError("the backup is truncated");
    read = Buffer.concat([read, value]);
  }
  return read;
}

function parseHeader(bytes: Buffer): BackupHeader {
  try {
    const header = headerShape.read(JSON.parse(bytes.toString("utf8")));
    if (header.format === backupFormat) return header;
    throw new BackupError(
      `the backup has format ${header.format}, and this build reads format ${backupFormat}; use the build that wrote it (${header.build})`,
    );
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ShapeError)
      throw new BackupError("the header of the backup is damaged", { cause: error });
    throw error;
  }
}

async function* openContent(
  keyRing: KeyRing,
  { id, key }: BackupHeader,
  bytes: Buffer,
  rest: ByteStream,
): AsyncGenerator<Buffer> {
  const streamKey = open(keyRing, Buffer.from(key, "base64"), keyContext(id));
  try {
    yield* openStream(rest, { key: streamKey, context: contextOf(bytes) });
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    throw new BackupError("the backup was modified or truncated", { cause: error });
  }
}

function keyContext(id: string): string {
  return `backups/${id}`;
}

function contextOf(header: Buffer): string {
  return `backup/${createHash("sha256").update(header).digest("hex")}`;
}
