import { createHash } from "node:crypto";
import { assert } from "../../kernel/assert.ts";
import { type BankFile, BankUnavailableError } from "../bank.ts";
import { partOf } from "./file-name.ts";
import type { FilePlace } from "./file-place.ts";

const maxRecordBytes = 1_000;

/**
 * Puts a file into the outbox once, though this may be interrupted anywhere and repeated. First it lies there under a
 * temporary name, then its digest is recorded among what was sent, and one renaming hands it over. A record without a
 * temporary file means: handed over, whether the bank has fetched it or not.
 */
export async function deliverFile(place: FilePlace, { name, bytes }: BankFile): Promise<void> {
  const record = `${digestOf(bytes)}  ${name}\n`;
  const part = { folder: "outbox", name: partOf(name) } as const;
  const there = { folder: "outbox", name } as const;
  const recorded = await readRecord(place, name);
  if (recorded !== undefined) {
    assert(recorded === record, "a file has the name of another that was sent");
  } else if ((await place.find(there)) === undefined) {
    await place.write(part, bytes);
    await writeRecord(place, name, record);
  } else {
    // It lies in the outbox, and somebody has removed the record.
    const lying = await place.read(there, bytes.length + 1);
    assert(Buffer.isBuffer(lying) && lying.equals(bytes), "a file has the name of another in the outbox");
    await place.remove(part);
    await writeRecord(place, name, record);
  }
  await place.move(part, there);
}

async function readRecord(place: FilePlace, name: string): Promise<string | undefined> {
  const bytes = await place.read({ folder: "sent", name: recordOf(name) }, maxRecordBytes);
  if (bytes === "denied") throw new BankUnavailableError("The record of what was sent cannot be read");
  return bytes === "missing" ? undefined : bytes.toString("utf8");
}

/** Whole or not at all. The digest, not the file: what a file says of people is kept sealed, and elsewhere. */
async function writeRecord(place: FilePlace, name: string, record: string): Promise<void> {
  const part = { folder: "sent", name: partOf(recordOf(name)) } as const;
  await place.write(part, Buffer.from(record, "utf8"));
  await place.move(part, { folder: "sent", name: recordOf(name) });
}

/** In the form that `sha256sum --check` reads. */
function recordOf(name: string): string {
  return `${name}.sha256`;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
