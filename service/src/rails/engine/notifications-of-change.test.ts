import { expect, test } from "vitest";
import { achCorrection, achReply } from "../../../test/bank-replies.ts";
import { openBankWork } from "../../../test/bank-work.ts";
import { disputes } from "../../../test/nacha-files.ts";
import { reportedOf } from "../../../test/settling.ts";
import { writeNacha } from "../nacha/write-nacha.ts";

test("the corrected data of a notification of change are published; what is not about the account is an item", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "ach_credit" });
  const engine = env.engine();
  await engine.round();
  const [item] = env.double.taken;
  if (item === undefined) throw new Error("nothing was taken");
  for (const [index, [code, data]] of [
    ["C02", "021000021"],
    ["C02", "021000022"],
    ["C10", "FLORIN INC"],
    ["C13", ""],
  ].entries()) {
    const correction = achCorrection(code ?? "", item.reference, data);
    env.double.put({
      ending: "ach",
      bytes: achReply({ at: env.clock.now() }, item, correction, index + 1),
    });
  }
  await engine.round();
  expect(reportedOf(env)).toEqual([`notification_of_change ${id}`, `notification_of_change ${id}`]);
  const corrected = env.reported.map(({ bankEvent }) =>
    bankEvent.type === "notification_of_change" ? bankEvent.corrected : undefined,
  );
  expect(corrected).toEqual([{ routingNumber: "021000021" }, undefined]);
  const items = await env.openItems();
  expect(items.map(({ kind, reference }) => [kind, reference])).toEqual([
    ["malformed_correction", "C02-091000010000002"],
    ["notification_of_change", "C10-091000010000003"],
    ["notification_of_change", "C13-091000010000004"],
  ]);
  expect(items[0]?.detail).toMatch(/refused with C65$/);
  expect(JSON.stringify(items, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(
    "021000022",
  );
});

test("a refused notification of change is an item with its code", async () => {
  await using env = await openBankWork();
  const batches = disputes.batches
    .filter(({ sec }) => sec === "COR")
    .map((batch) => ({ ...batch, number: 1 }));
  env.double.put({ ending: "ach", bytes: writeNacha({ ...disputes, batches }) });
  await env.engine().round();
  expect(await env.openItems()).toMatchObject([
    {
      kind: "refused_correction",
      reference: "C62-121042880000009",
      detail: expect.stringMatching(/^C62: The trace number .*; refuses C01; original trace number 1210/),
    },
  ]);
});
