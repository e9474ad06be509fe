import { createHash } from "node:crypto";
import { assert } from "../../kernel/assert.ts";

const ownName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;
const knownEnding = /\.(?:ach|xml)$/;
const anyEnding = /\.[A-Za-z0-9]{1,8}$/;
const rejected = /[^A-Za-z0-9._-]+/g;
const maxStemLength = 80;
const digestLength = 12;

/** Names that programs use for files that are still being written. */
const temporaryName = /^\.|\.(?:tmp|temp|part|partial|filepart|uploading)$|~$/i;

/** A name without separators and leading dots cannot point to another folder. */
export function assertOwnName(name: string): void {
  assert(
    ownName.test(name),
    "a bank file name must consist of letters, digits, dots, dashes and underscores",
  );
}

export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

export function partOf(name: string): string {
  return `.${name}.part`;
}

export function hasKnownEnding(name: string): boolean {
  return knownEnding.test(name);
}

/**
 * The name of an incoming file: the bank's name with a hash of its contents. Banks reuse names; the same name with
 * different bytes is a different file, and with the same bytes the same file.
 */
export function nameWithMark(bankName: string, content: Buffer | string): string {
  const mark = createHash("sha256").update(content).digest("hex").slice(0, digestLength);
  return `${markedPrefix(bankName)}${mark}${endingOf(bankName).toLowerCase()}`;
}

/** Whether a file with the bank's name can have this marked name, given the right contents. */
export function mayBeCalled(bankName: string, marked: string): boolean {
  return marked.startsWith(markedPrefix(bankName));
}

function markedPrefix(bankName: string): string {
  const ending = endingOf(bankName);
  const stem = bankName.slice(0, bankName.length - ending.length).replaceAll(rejected, "_");
  const start = /^[A-Za-z0-9]/.test(stem) ? stem : `file${stem}`;
  return `${start.slice(0, maxStemLength)}-`;
}

function endingOf(name: string): string {
  return anyEnding.exec(name)?.[0] ?? "";
}
