import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { KeyRing } from "../kernel/envelope.ts";
import { BackupError, type OpenedBackup } from "./backup-file.ts";
import { type Frame, readFrames } from "./frames.ts";
import {
  endShape,
  type Manifest,
  manifestShape,
  type TableShape,
  tableEndShape,
  tableShape,
} from "./manifest.ts";

/** Receives the content of a backup in its order. */
export interface BackupReader {
  manifest(manifest: Manifest): Promise<void>;
  table(table: TableShape): Promise<void>;
  rows(bytes: Buffer): Promise<void>;
  /** All rows of the table were read, and their digest matches. */
  tableEnd(table: TableShape, rows: number): Promise<void>;
}

export interface BackupContent {
  readonly manifest: Manifest;
  readonly tables: number;
  readonly rows: number;
}

/** Reads a backup to its end. Every check has passed when it resolves; discard everything if it throws. */
export async function readBackup(
  opened: OpenedBackup,
  keyRing: KeyRing,
  reader: BackupReader,
): Promise<BackupContent> {
  const plain = Readable.from(opened.content(keyRing), { objectMode: false }).compose(createGunzip());
  const walk = createWalk(reader);
  for await (const frame of readFrames(plain as AsyncIterable<Buffer>)) await walk.take(frame);
  return walk.end();
}

interface OpenTable {
  readonly table: TableShape;
  readonly digest: Hash;
  rows: number;
}

function createWalk(reader: BackupReader) {
  let manifest: Manifest | undefined;
  let open: OpenTable | undefined;
  let tables = 0;
  let rows = 0;
  let hasEnded = false;
  const take = async (frame: Frame): Promise<void> => {
    if (hasEnded || (manifest === undefined) !== (frame.type === "manifest")) throw misplaced(frame);
    switch (frame.type) {
      case "manifest":
        manifest = manifestShape.read(frame.json);
        return reader.manifest(manifest);
      case "table":
        if (open !== undefined) throw misplaced(frame);
        open = { table: tableShape.read(frame.json), digest: createHash("sha256"), rows: 0 };
        return reader.table(open.table);
      case "rows":
        if (open === undefined) throw misplaced(frame);
        open.digest.update(frame.bytes);
        open.rows += linesIn(frame.bytes);
        return reader.rows(frame.bytes);
      case "table_end": {
        if (open === undefined) throw misplaced(frame);
        const ended = checkedTable(open, frame.json);
        open = undefined;
        tables += 1;
        rows += ended.rows;
        return reader.tableEnd(ended.table, ended.rows);
      }
      case "end":
        if (open !== undefined) throw misplaced(frame);
        checkEnd(frame.json, { tables, rows });
        hasEnded = true;
    }
  };
  const end = (): BackupContent => {
    if (!hasEnded || manifest === undefined) throw new BackupError("the backup has no end");
    return { manifest, tables, rows };
  };
  return { take, end };
}

function checkedTable({ table, digest, rows }: OpenTable, json: unknown): OpenTable {
  const end = tableEndShape.read(json);
  if (end.rows !== rows || end.sha256 !== digest.digest("hex"))
    throw new BackupError(`the rows of ${table.name} do not match their count and digest`);
  return { table, digest, rows };
}

function checkEnd(json: unknown, counted: { readonly tables: number; readonly rows: number }): void {
  const end = endShape.read(json);
  if (end.tables !== counted.tables || end.rows !== counted.rows)
    throw new BackupError("the backup has another number of tables or rows than it says");
}

/** The text format of COPY ends each row with a line feed, and escapes those within values. */
function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}

const lineFeed = 0x0a;

function misplaced({ type }: Frame): BackupError {
  return new BackupError(`the backup has a ${type} frame at the wrong place`);
}
