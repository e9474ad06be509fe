import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duePayment, dueReturn, writeContextOf } from "../../../test/due-entries.ts";
import { violatedRules } from "../../../test/iso-profile-rules.ts";
import { hasFixtures, schemaFaults } from "../../../test/iso-schemas.ts";
import { type IsoProfileName, isoProfileNames } from "../iso20022/iso-profile.ts";
import { readIsoMessage } from "../iso20022/read-iso-message.ts";
import type { MessageSettings } from "../message-settings.ts";
import type { BankRail } from "../rail.ts";
import type { DueEntry } from "./write-files.ts";
import { writeMessages } from "./write-messages.ts";

/** By the golden file: the profiles that the bank expects, the entry, and the profile that is written. */
const files: readonly (readonly [string, readonly IsoProfileName[], DueEntry, IsoProfileName])[] = [
  ["generic-wire.xml", ["generic"], duePayment("wire"), "generic"],
  ["generic-rtp.xml", ["generic"], duePayment("rtp_credit"), "generic"],
  ["generic-return.xml", ["generic"], dueReturn("wire"), "generic"],
  ["fedwire-wire.xml", ["fedwire", "rtp"], duePayment("wire"), "fedwire"],
  ["fedwire-return.xml", ["fedwire"], dueReturn("wire"), "fedwire"],
  ["rtp-payment.xml", ["fedwire", "rtp"], duePayment("rtp_credit"), "rtp"],
  ["fednow-payment.xml", ["fednow"], duePayment("fednow_credit"), "fednow"],
  ["fedwire-payroll.xml", ["fedwire"], duePayment("wire", { purpose: "payroll" }), "fedwire"],
  ["fednow-vendor.xml", ["fednow"], duePayment("fednow_credit", { purpose: "vendor" }), "fednow"],
  ["fednow-return.xml", ["fednow"], dueReturn("fednow_credit"), "fednow"],
  // The RTP network has no returns.
  ["generic-rtp-return.xml", ["rtp"], dueReturn("rtp_credit"), "generic"],
];

describe.each(files)("%s", (file, profiles, entry, profile) => {
  const golden = readFileSync(new URL(`golden/${file}`, import.meta.url));

  test("is what the engine writes", () => {
    expect(written(profiles, entry).bytes.toString()).toBe(golden.toString());
  });

  test(`is read back, and violates no rule of ${profile}`, () => {
    expect(readIsoMessage(golden)).toMatchObject({ ok: true });
    expect(violatedRules(profile, golden)).toEqual([]);
  });

  test.skipIf(!hasFixtures)("is valid by the ISO 20022 schema (../shared/fixtures/xsd)", () => {
    const name = entry.content.kind === "return" ? "pacs.004.001.10" : "pacs.008.001.08";
    expect(schemaFaults(name, golden)).toEqual([]);
  });
});

test("the purpose is written as a code of ISO 20022, and left out where the network has no field for it", () => {
  const purpose = (profile: IsoProfileName, rail: BankRail) =>
    /<Purp>\s*<Cd>(\w+)</.exec(
      written([profile], duePayment(rail, { purpose: "payroll" })).bytes.toString(),
    )?.[1];
  expect(purpose("generic", "rtp_credit")).toBe("SALA");
  expect(purpose("fedwire", "wire")).toBe("SALA");
  expect(purpose("fednow", "fednow_credit")).toBe("SALA");
  expect(purpose("rtp", "rtp_credit")).toBeUndefined();
});

const swift = { sender: "EXMPUS33", receiver: "LRKSUS44XXX" };

describe.each([
  ["envelope-fedwire.xml", "fedwire", "network", duePayment("wire")],
  ["envelope-rtp.xml", "rtp", "network", duePayment("rtp_credit")],
  ["envelope-fednow.xml", "fednow", "network", dueReturn("fednow_credit")],
  ["envelope-business.xml", "generic", "business", dueReturn("wire")],
  ["envelope-swift.xml", "fedwire", "swift", duePayment("wire")],
] as const)("%s", (file, profile, envelope, entry) => {
  const golden = readFileSync(new URL(`golden/${file}`, import.meta.url));

  test("is what the engine writes", () => {
    expect(written([profile], entry, { envelope, swift }).bytes.toString()).toBe(golden.toString());
  });

  test("contains the message that is written without an envelope", () => {
    expect(readIsoMessage(golden)).toEqual(readIsoMessage(written([profile], entry).bytes));
  });
});

test("a rail in plain ISO 20022 has no envelope of a network", () => {
  const { bytes } = written(["fedwire"], duePayment("rtp_credit"), { envelope: "network" });
  expect(bytes.toString()).toBe(written(["fedwire"], duePayment("rtp_credit")).bytes.toString());
});

test("an envelope on testnet is marked as a test", () => {
  const context = writeContextOf("fedwire");
  const testing = {
    ...context,
    network: "testnet",
    messages: { ...context.messages, envelope: "network" },
  } as const;
  const [file = expect.unreachable()] = writeMessages(testing, [duePayment("wire")]).files;
  expect(file.bytes.toString()).toContain("<BizSvc>TEST</BizSvc>");
});

test("a message has its id as file name", () => {
  expect(written(["fedwire"], duePayment("wire")).name).toBe("20261117FLRNTST1000042.xml");
  expect(written(["rtp"], duePayment("rtp_credit")).name).toBe("M20261116091000019T1000000000000042.xml");
  expect(written(["fednow"], duePayment("fednow_credit")).name).toBe(
    "20261116091000019000000000000000042.xml",
  );
  expect(written(["generic"], duePayment("wire")).name).toBe("01KA7Q9V0000000000000000F1.xml");
});

test("messages of one run have different ids", () => {
  const { files: all } = writeMessages(writeContextOf("fedwire"), [duePayment("wire"), duePayment("wire")]);
  expect(all.map(({ name }) => name)).toEqual(["20261117FLRNTST1000042.xml", "20261117FLRNTST1000043.xml"]);
});

test.each([
  ["uetr", "original_uetr"],
  ["senderName", "chain"],
  ["senderBankRoutingNumber", "agents"],
] as const)("a return on Fedwire without %s of the original is not written", (field, part) => {
  const { files: none, unwritable } = writeMessages(writeContextOf("fedwire"), [
    dueReturn("wire", { [field]: undefined }),
  ]);
  expect(none).toEqual([]);
  expect(unwritable.map(({ error }) => String(error))).toEqual([expect.stringContaining(part)]);
  const plain = writeMessages(writeContextOf("generic"), [dueReturn("wire", { [field]: undefined })]);
  expect(plain.files).toHaveLength(1);
});

const networkRails = [
  ["wire", "fedwire"],
  ["rtp_credit", "rtp"],
  ["fednow_credit", "fednow"],
] as const;

test("whatever the texts, a message violates no rule of its profile, or is not written", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 90 }),
    fc.constantFrom("José", "東京 7", "\u200b"),
  );
  const addresses = fc.record({
    streetLine1: text,
    streetLine2: fc.option(fc.stringMatching(/^Suite \d{1,90}$/), { nil: undefined }),
    city: text,
    state: fc.constantFrom("NY", "CA"),
    zip: fc.stringMatching(/^\d{5}(?:-\d{4})?$/),
  });
  const parties = fc.record({
    name: text,
    address: fc.option(addresses, { nil: undefined }),
    bankAddress: addresses,
  });
  let count = 0;
  fc.assert(
    fc.property(fc.constantFrom(...networkRails), parties, text, ([rail, profile], party, memo) => {
      const { row, content } = duePayment(rail);
      if (content.kind !== "payment") throw new Error("it is a payment");
      const changed = { ...content, counterparty: { ...content.counterparty, ...party } };
      const entry = { row, content: { ...changed, statement: { ...content.statement, memo } } };
      const { files: all, unwritable } = writeMessages(writeContextOf(profile), [entry]);
      for (const { bytes } of all) expect(violatedRules(profile, bytes)).toEqual([]);
      expect(all.length + unwritable.length).toBe(1);
      count += all.length;
    }),
    { numRuns: 200 },
  );
  expect(count).toBeGreaterThan(100);
});

test("every profile has a file here", () => {
  expect(new Set(files.map(([, , , profile]) => profile))).toEqual(new Set(isoProfileNames));
});

function written(
  profiles: readonly IsoProfileName[],
  entry: DueEntry,
  changes: Partial<MessageSettings> = {},
) {
  const context = writeContextOf(...profiles);
  const messages = { ...context.messages, ...changes };
  const { files: all, unwritable } = writeMessages({ ...context, messages }, [entry]);
  expect(unwritable).toEqual([]);
  return all[0] ?? expect.unreachable();
}
