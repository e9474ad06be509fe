import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accountReply, settledMovement, statusReply } from "../../../test/bank-replies.ts";
import { openBankWork } from "../../../test/bank-work.ts";
import { inVersion } from "../../../test/iso-versions.ts";
import { reportedOf } from "../../../test/settling.ts";
import { requeueFile, showFile } from "./bank-operations.ts";
import { uetrOf } from "./bank-reference.ts";
import { selectByReferences } from "./entry-store.ts";

test("a status report with only the UETR settles or rejects the wire", async () => {
  await using env = await openBankWork();
  const [settled = "", rejected = ""] = await env.enqueue({ rail: "wire" }, { rail: "wire" });
  const engine = env.engine();
  await engine.round();
  const at = env.clock.now();
  // Fedwire: the message id is the sending bank's own, in the form of an IMAD.
  const item = { reference: "", messageId: "20261118MMQFMP9A000001" };
  const imad = "20261118MMQFMP9A000001";
  const uetr = uetrOf("testnet", settled);
  env.double.put({ bytes: statusReply({ id: "S1", at }, item, "ACSC", { uetr, imad }) });
  const other = { uetr: uetrOf("testnet", rejected), reasonCode: "AC04" };
  env.double.put({ bytes: statusReply({ id: "S2", at }, item, "RJCT", other) });
  await engine.round();
  expect(reportedOf(env)).toEqual([`rejected ${rejected}`, `settled ${settled}`]);
  expect(env.reported.map(({ bankEvent }) => bankEvent)).toContainEqual(
    expect.objectContaining({ type: "settled", imad }),
  );
  expect(await env.openItems()).toEqual([]);
});

test("a status report whose references belong to different entries is for manual review", async () => {
  await using env = await openBankWork();
  const [first = "", second = ""] = await env.enqueue({ rail: "wire" }, { rail: "wire" });
  const engine = env.engine();
  await engine.round();
  const item = { reference: first, messageId: "M" };
  const uetr = uetrOf("testnet", second);
  env.double.put({ bytes: statusReply({ id: "S1", at: env.clock.now() }, item, "ACSC", { uetr }) });
  await engine.round();
  expect(reportedOf(env)).toEqual([]);
  expect((await env.openItems()).map(({ kind }) => kind)).toEqual(["unknown_reference"]);
});

test("a customer status report (pain.002) settles and rejects wires, and never applies the status of a batch to a whole file", async () => {
  await using env = await openBankWork();
  const path = new URL("../iso20022/golden/customer-status.xml", import.meta.url);
  const golden = readFileSync(path, "utf8");
  const [rejected = "", settled = ""] = await env.enqueue({ rail: "wire" }, { rail: "wire" });
  const engine = env.engine();
  await engine.round();
  const [file = expect.unreachable()] = env.double.taken;
  const report = golden
    .replaceAll("entry-1", rejected)
    .replaceAll("entry-2", settled)
    .replaceAll("WIRE-20261116-1", file.messageId);
  env.double.put({ bytes: Buffer.from(inVersion(report, "pain.002.001.03")) });
  await engine.round();
  expect(reportedOf(env)).toEqual([`rejected ${rejected}`, `settled ${settled}`].sort());
  expect(await env.openItems()).toMatchObject([{ kind: "unknown_reference", reference: "BATCH-2" }]);
});

test("a file of which the bank has reported anything is not sent again", async () => {
  await using env = await openBankWork();
  const engine = env.engine();
  const rails = ["wire", "wire", "rtp_credit", "wire", "ach_credit"] as const;
  const ids: string[] = [];
  for (const rail of rails) {
    ids.push(...(await env.enqueue({ rail })));
    await engine.round();
  }
  const [acknowledged, rejected, settled, booked, lost] = env.double.taken;
  if (!acknowledged || !rejected || !settled || !booked || !lost) return expect.unreachable();
  const at = env.clock.now();
  const whole = { reference: "", messageId: acknowledged.messageId };
  const debit = { ...settledMovement(booked, "OUT-4"), amountCents: 999n };
  for (const bytes of [
    statusReply({ id: "S1", at }, whole, "ACTC"),
    statusReply({ id: "S2", at }, rejected, "RJCT", { reasonCode: "AC04" }),
    statusReply({ id: "S3", at }, settled, "ACSC"),
    accountReply({ id: "N4", at }, [debit]),
  ])
    env.double.put({ bytes });
  await engine.round();
  const requeue = async (id = "") => {
    const { fileId = "" } = (await selectByReferences(env.database, "testnet", [id]))[0] ?? {};
    return env.database.transaction((tx) => requeueFile(tx, fileId, env.clock.now()));
  };
  const refusal = (text: string) => ({
    refusal: { code: "conflict", detail: expect.stringContaining(text) },
  });
  await expect(requeue(ids[0])).rejects.toMatchObject(refusal("it reported its status"));
  await expect(requeue(ids[1])).rejects.toMatchObject(refusal(`subject-${ids[1]} is rejected`));
  await expect(requeue(ids[2])).rejects.toMatchObject(refusal(`subject-${ids[2]} is settled`));
  await expect(requeue(ids[3])).rejects.toMatchObject(refusal(`subject-${ids[3]} is booked`));
  expect(await requeue(ids[4])).toMatchObject({ state: "stored" });
});

test.each(["ACTC", "ACSC"])(
  "a file is not sent again if the status %s arrives after that was decided",
  async (status) => {
    await using env = await openBankWork();
    const [id = ""] = await env.enqueue({ rail: "wire" });
    await env.engine().round();
    const [item = expect.unreachable()] = env.double.taken;
    const [{ fileId = "" } = expect.unreachable()] = await selectByReferences(env.database, "testnet", [id]);
    env.double.put({ bytes: statusReply({ id: "S1", at: env.clock.now() }, item, status) });
    const requeue = async (point: string) => {
      if (point === "collected")
        await env.database.transaction((tx) => requeueFile(tx, fileId, env.clock.now()));
    };
    await env.engine({ checkpoint: requeue }).round();
    const points: string[] = [];
    await env.engine({ checkpoint: async (point) => void points.push(point) }).round();
    expect(points).not.toContain("delivered");
    expect(await env.stateOf(id)).toBe(status === "ACSC" ? "settled" : "sent");
    expect((await showFile(env.database, fileId)).file.state).toBe("sent");
  },
);

test.each(["AM05", "DUPL"])(
  "the rejection of a second copy with %s does not reject the payment",
  async (reasonCode) => {
    await using env = await openBankWork();
    const [id = ""] = await env.enqueue({ rail: "wire" });
    const killed = env.engine({ dieAt: { point: "delivered", visit: 1 } }).round();
    await expect(killed).rejects.toThrow("delivered");
    const engine = env.engine();
    await engine.round();
    const [item = expect.unreachable()] = env.double.taken;
    const at = env.clock.now();
    const whole = { reference: "", messageId: item.messageId };
    env.double.put({ bytes: statusReply({ id: "S1", at }, whole, "RJCT", { reasonCode }) });
    env.double.put({ bytes: statusReply({ id: "S2", at }, item, "RJCT", { reasonCode }) });
    await engine.round();
    expect(reportedOf(env)).toEqual([]);
    expect(await env.stateOf(id)).toBe("sent");
    env.double.put({ bytes: statusReply({ id: "S3", at }, item, "ACSC") });
    await engine.round();
    expect(reportedOf(env)).toEqual([`settled ${id}`]);
    const detail = expect.stringContaining(reasonCode);
    expect(await env.openItems()).toMatchObject([
      { kind: "message", detail },
      { kind: "message", detail },
    ]);
  },
);
