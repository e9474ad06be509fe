import { createHash } from "node:crypto";
import { assert } from "../../kernel/assert.ts";

const ownName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;
const knownEnding = /\.(?:ach|xml)$/;
const anyEnding = /\.[A-Za-z0-9]{1,8}$/;
const unwanted = /[^A-Za-z0-9._-]+/g;
const maxStemLength = 80;
const digestLength = 12;

/** Names that programs give to what they are still writing. */
const temporaryName = /^\.|\.(?:tmp|temp|part|partial|filepart|uploading)$|~$/i;

/** Without a separator or a dot in front a name leads to no other folder. */
export function assertOwnName(name: string): void {
  assert(ownName.test(name), "a file of a bank is named with letters, digits, dots, dashes and underscores");
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
 * What a waiting file is called from now on: the bank's name with a mark of its content. Banks use names again; the
 * same name with other bytes is another file, and with the same bytes the same one.
 */
export function nameWithMark(bankName: string, content: Buffer | string): string {
  const mark = createHash("sha256").update(content).digest("hex").slice(0, digestLength);
  return `${markedPrefix(bankName)}${mark}${endingOf(bankName).toLowerCase()}`;
}

/** Whether the file of this name can be the one that is called so, with the right content. */
export function mayBeCalled(bankName: string, marked: string): boolean {
  return marked.startsWith(markedPrefix(bankName));
}

function markedPrefix(bankName: string): string {
  const ending = endingOf(bankName);
  const stem = bankName.slice(0, bankName.length - ending.length).replaceAll(unwanted, "_");
  const start = /^[A-Za-z0-9]/.test(stem) ? stem : `file${stem}`;
  return `${start.slice(0, maxStemLength)}-`;
}

function endingOf(name: string): string {
  return anyEnding.exec(name)?.[0] ?? "";
}
