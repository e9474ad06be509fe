import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { envelopedIn, envelopeNames } from "../../../test/iso-envelopes.ts";
import type { IsoReading } from "./iso-message.ts";
import { envelopeRoots } from "./message-body.ts";
import { readIsoMessage } from "./read-iso-message.ts";

const wire = readFileSync(new URL("golden/wire.xml", import.meta.url), "utf8");
const bare = read(wire);

test("every envelope has a sample", () => {
  const roots = envelopeNames.map((name) => {
    const [, file = ""] = envelopedIn(name, wire).split("?>");
    return /<(?:\w+:)?(\w+)/.exec(file)?.[1] ?? "";
  });
  expect(new Set([...roots, "Document", "Message"])).toEqual(new Set(envelopeRoots));
});

describe.each(envelopeNames)("in the envelope %s", (name) => {
  const enveloped = envelopedIn(name, wire);

  test("a message is read as without it", () => {
    expect(bare.ok).toBe(true);
    expect(read(enveloped)).toEqual(bare);
  });

  test("a second document is refused", () => {
    const [document = ""] = /<Document[\s\S]*<\/Document>/.exec(enveloped) ?? [];
    expect(rulesOf(enveloped.replace(document, document + document))).toEqual(["root"]);
  });

  test("a header of another message type is refused", () => {
    expect(rulesOf(enveloped.replace("pacs.008.001.08</MsgDefIdr>", "pacs.009.001.08</MsgDefIdr>"))).toEqual([
      "root",
    ]);
  });

  test("text beside the document is refused", () => {
    expect(rulesOf(enveloped.replace("<Document", "text<Document"))).toEqual(["root"]);
  });
});

test("an unknown envelope, and a known one with another namespace, are refused", () => {
  expect(rulesOf(envelopedIn("Envelope", wire).replaceAll("Envelope", "Carton"))).toEqual(["root"]);
  expect(rulesOf(envelopedIn("DataPDU", wire).replace("saa.2.0", "saa.9.9"))).toEqual(["root"]);
});

function read(text: string): IsoReading {
  return readIsoMessage(Buffer.from(text));
}

function rulesOf(text: string): readonly string[] {
  const reading = read(text);
  return reading.ok ? [] : reading.problems.map(({ rule }) => rule);
}
