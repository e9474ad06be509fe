import type { ByteStream } from "../kernel/sealed-stream.ts";
import { BackupError } from "./backup-file.ts";

/** The content of a backup: a manifest, then each table with its rows, then the end. */
export type Frame =
  | { readonly type: "manifest"; readonly json: unknown }
  | { readonly type: "table"; readonly json: unknown }
  | { readonly type: "rows"; readonly bytes: Buffer }
  | { readonly type: "table_end"; readonly json: unknown }
  | { readonly type: "end"; readonly json: unknown };

const types = ["manifest", "table", "rows", "table_end", "end"] as const satisfies readonly Frame["type"][];
/** Type (1) and length (4). */
const headBytes = 5;
/** PostgreSQL sends rows in pieces of about 64 KB; a single row is limited to 1 GB. */
const maxFrameBytes = 2 ** 30;

export function writeFrame(frame: Frame): Buffer {
  const payload = frame.type === "rows" ? frame.bytes : Buffer.from(JSON.stringify(frame.json));
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(types.indexOf(frame.type), 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export async function* readFrames(content: ByteStream): AsyncGenerator<Frame> {
  let pending: Buffer[] = [];
  let size = 0;
  let needed = headBytes;
  for await (const piece of content) {
    pending.push(piece);
    size += piece.length;
    if (size < needed) continue;
    let bytes = Buffer.concat(pending, size);
    for (;;) {
      needed = bytes.length < headBytes ? headBytes : headBytes + lengthOf(bytes);
      if (bytes.length < needed) break;
      yield frameOf(bytes.subarray(0, needed));
      bytes = bytes.subarray(needed);
    }
    pending = [bytes];
    size = bytes.length;
  }
  if (size > 0) throw new BackupError("the backup ends within a frame");
}

function lengthOf(bytes: Buffer): number {
  const length = bytes.readUInt32BE(1);
  if (length > maxFrameBytes) throw new BackupError("the backup has a frame that is too long");
  return length;
}

function frameOf(bytes: Buffer): Frame {
  const type = types[bytes.readUInt8(0)];
  const payload = bytes.subarray(headBytes);
  if (type === undefined) throw new BackupError("the backup has a frame of an unknown type");
  return type === "rows" ? { type, bytes: payload } : { type, json: JSON.parse(payload.toString("utf8")) };
}
