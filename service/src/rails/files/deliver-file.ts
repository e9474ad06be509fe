import { createHash } from "node:crypto";
import { assert } from "../../kernel/assert.ts";
import { type BankFile, BankUnavailableError } from "../bank.ts";
import { partOf } from "./file-name.ts";
import type { FilePlace } from "./file-place.ts";

const maxRecordBytes = 1_000;

/**
 * Delivers a file to the outbox exactly once. It may be interrupted anywhere and repeated: write the file under a
 * temporary name, record its digest in `sent`, then deliver it by a rename. A record without a temporary file means
 * that the file was delivered, whether the bank has fetched it or not.
 */
export async function deliverFile(place: FilePlace, { name, bytes }: BankFile): Promise<void> {
  const record = `${digestOf(bytes)}  ${name}\n`;
  const part = { folder: "outbox", name: partOf(name) } as const;
  const delivered = { folder: "outbox", name } as const;
  const recorded = await readRecord(place, name);
  if (recorded !== undefined) {
    assert(recorded === record, "a sent file has the same name and different contents");
  } else if ((await place.find(delivered)) === undefined) {
    await place.write(part, bytes);
    await writeRecord(place, name, record);
  } else {
    // The file is still in the outbox, but its record was removed.
    const existing = await place.read(delivered, bytes.length + 1);
    assert(
      Buffer.isBuffer(existing) && existing.equals(bytes),
      "a file has the same name and different contents",
    );
    await place.remove(part);
    await writeRecord(place, name, record);
  }
  await place.move(part, delivered);
}

async function readRecord(place: FilePlace, name: string): Promise<string | undefined> {
  const bytes = await place.read({ folder: "sent", name: recordOf(name) }, maxRecordBytes);
  if (bytes === "denied") throw new BankUnavailableError("The record of a sent file cannot be read");
  return bytes === "missing" ? undefined : bytes.toString("utf8");
}

/** Atomic. Records the digest only: file contents include personal data, which is stored sealed elsewhere. */
async function writeRecord(place: FilePlace, name: string, record: string): Promise<void> {
  const part = { folder: "sent", name: partOf(recordOf(name)) } as const;
  await place.write(part, Buffer.from(record, "utf8"));
  await place.move(part, { folder: "sent", name: recordOf(name) });
}

/** In the format of `sha256sum --check`. */
function recordOf(name: string): string {
  return `${name}.sha256`;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
