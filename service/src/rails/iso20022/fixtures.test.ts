import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fixturesFolder, hasFixtures, schemaFaults } from "../../../test/iso-schemas.ts";
import type { IsoMessage } from "./iso-message.ts";
import { readIsoMessage } from "./read-iso-message.ts";

interface Fixture {
  readonly path: string;
  readonly verdict: string;
  readonly facts: { readonly ns?: readonly string[]; readonly MsgId?: readonly string[] };
}

const fixtures = hasFixtures ? readIndex() : [];

describe.skipIf(!hasFixtures)("sample bank files of ../shared/fixtures", () => {
  test("are all in the index", () => {
    const files = ["rtp", "camt"].flatMap((folder) =>
      readdirSync(new URL(folder, fixturesFolder)).map((file) => `${folder}/${file}`),
    );
    expect(fixtures.map(({ path }) => path).toSorted()).toEqual(files.toSorted());
  });

  test.each(fixtures)("$path is $verdict for the reader and the schema", ({ path, verdict, facts }) => {
    const bytes = readFileSync(new URL(path, fixturesFolder));
    const reading = readIsoMessage(bytes);
    const name = facts.ns?.find((space) => !space.startsWith("head.")) ?? expect.unreachable();
    expect(reading.ok).toBe(["valid", "body-valid"].includes(verdict));
    expect(schemaFaults(name, asDocument(bytes, name)).length === 0).toBe(reading.ok);
    if (reading.ok && facts.MsgId !== undefined) expect(facts.MsgId).toContain(idOf(reading.message));
  });
});

function readIndex(): readonly Fixture[] {
  const index: readonly Fixture[] = JSON.parse(readFileSync(new URL("index.json", fixturesFolder), "utf8"));
  return index.filter(({ path }) => path.endsWith(".xml"));
}

function idOf(message: IsoMessage): string {
  return message.messageId;
}

/** The schemas don't cover the RTP envelope, so its message is wrapped in a Document. */
function asDocument(bytes: Buffer, name: string): Buffer {
  const text = bytes.toString();
  const body = /<(\w+):(?!Fr|To|BizMsgIdr|MsgDefIdr|CreDt)\w+>[\s\S]*<\/\1:\w+>/.exec(text);
  if (!text.includes("<Message") || body === null) return bytes;
  const [inner, prefix] = body;
  const space = `xmlns:${prefix}="urn:iso:std:iso:20022:tech:xsd:${name}"`;
  return Buffer.from(`<${prefix}:Document ${space}>${inner}</${prefix}:Document>`);
}
