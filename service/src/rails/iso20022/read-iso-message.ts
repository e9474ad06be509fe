import type { IsoMessage, IsoReading } from "./iso-message.ts";
import { findBody } from "./message-body.ts";
import { kindOf } from "./message-kinds.ts";
import { createProblems, type Problems } from "./problems.ts";
import { readXml } from "./read-xml.ts";
import { checkShape } from "./shape.ts";

/** Reads one message. A message with any problem is rejected as a whole, with all its problems. */
export function readIsoMessage(bytes: Buffer): IsoReading {
  const problems = createProblems();
  const message = readMessage(bytes, problems);
  return message === undefined || problems.list().length > 0
    ? { ok: false, problems: problems.list() }
    : { ok: true, message };
}

function readMessage(bytes: Buffer, problems: Problems): IsoMessage | undefined {
  const root = readXml(bytes, problems);
  const body = root === undefined ? undefined : findBody(root, problems);
  if (body === undefined) return undefined;
  const kind = kindOf(body.name, body.element.name);
  if (body.element.name !== kind.root) {
    problems.add(body.element, "root", `The root element of ${body.name} must be ${kind.root}.`);
    return undefined;
  }
  checkShape(body.element, kind.shape, problems);
  return problems.list().length > 0 ? undefined : kind.read(body.element, problems);
}
