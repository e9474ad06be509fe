import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createKeyRing } from "../../../service/src/kernel/envelope.ts";
import { createIdFactory } from "../../../service/src/kernel/id.ts";
import { createBankEngine } from "../../../service/src/rails/engine/bank-engine.ts";
import { createBankWork } from "../../../service/src/rails/engine/create-bank-work.ts";
import { createManualClock } from "../../../service/test/auth.ts";
import { accountReply } from "../../../service/test/bank-replies.ts";
import { testCounterparty, testTenant } from "../../../service/test/bank-work.ts";
import { createBankDouble } from "../../../service/test/fake-bank.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

/** A node of the operator's deployment, connected to an in-memory bank. */
function openNode({ database, masterKey }: Operator) {
  const clock = createManualClock();
  const newId = createIdFactory(clock);
  const keyRing = createKeyRing(masterKey);
  const wakeUp = { nudge: () => undefined, listen: () => () => true };
  const double = createBankDouble({ network: "testnet", clock });
  const engine = createBankEngine({
    bank: double.bank,
    database,
    wakeUp,
    clock,
    newId,
    keyRing,
    listener: { heard: () => Promise.resolve(), tenantOf: () => Promise.resolve([]) },
    pollMs: 10,
    leaseMs: 0,
    report: () => undefined,
    onError: (error) => expect(error).toBeUndefined(),
  });
  const work = createBankWork({ clock, wakeUp, keyRing });
  return { double, engine, clock, newId, work };
}

test("bank files can be filtered, shown, reprocessed and resent", async () => {
  await using operator = await openOperator();
  const { double, engine, newId, work } = openNode(operator);
  await operator.database.transaction((tx) =>
    work.enqueue(tx, [
      {
        kind: "payment",
        id: newId(),
        network: "testnet",
        tenantId: testTenant,
        subject: "payment",
        amountCents: 100n,
        rail: "ach_credit",
        counterparty: testCounterparty,
        statement: { name: "Acme", memo: undefined },
      },
    ]),
  );
  double.put({ name: "broken.xml", bytes: Buffer.from("<Document>") });
  await engine.round();
  const list = (...flags: readonly string[]) =>
    operator.responseOf<readonly ShownFile[]>(["bank", "files", ...flags]);
  expect(await list()).toHaveLength(2);
  const [broken] = await list("--state", "quarantined", "--network", "testnet");
  expect(broken).toMatchObject({ name: "broken.xml", direction: "in", problems: [expect.any(String)] });
  const again = await operator.responseOf(["bank", "reread", broken?.id ?? ""]);
  expect(again).toMatchObject({ state: "stored", problems: [] });
  const [sent] = await list("--direction", "out");
  expect(await operator.florin(["bank", "reread", sent?.id ?? ""])).toMatchObject({ exitCode: 1 });
  expect(await operator.florin(["bank", "requeue", sent?.id ?? ""])).toMatchObject({ exitCode: 2 });
  expect(await operator.responseOf(["bank", "requeue", sent?.id ?? "", "--yes"])).toMatchObject({
    state: "stored",
  });
  await engine.round();
  expect(await list("--state", "stored")).toEqual([]);
  expect(double.taken).toHaveLength(1);
  const actions = await operator.responseOf<readonly { readonly action: string }[]>(["audit", "list"]);
  expect(actions.map(({ action }) => action).sort()).toEqual(["bank_file.requeue", "bank_file.reread"]);
});

test("a file's content is written once, readable by the owner only, and recorded in the audit log", async () => {
  await using operator = await openOperator();
  const { double, engine, clock } = openNode(operator);
  const bytes = accountReply({ id: "N1", at: clock.now() }, []);
  double.put({ name: "n.xml", bytes });
  await engine.round();
  const [file] = await operator.responseOf<readonly ShownFile[]>(["bank", "files"]);
  const folder = await mkdtemp(join(tmpdir(), "florin-bank-"));
  try {
    const out = join(folder, "n.xml");
    await operator.responseOf(["bank", "show", file?.id ?? "", "--out", out]);
    expect((await readFile(out)).equals(bytes)).toBe(true);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect(await operator.florin(["bank", "show", file?.id ?? "", "--out", out])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("there already"),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
  const [entry] = await operator.responseOf<readonly { readonly action: string }[]>(["audit", "list"]);
  expect(entry).toMatchObject({ action: "bank_file.read", subject_type: "bank_file" });
});

test("items that need manual action are shown, and resolved with a note", async () => {
  await using operator = await openOperator();
  const { double, engine, clock } = openNode(operator);
  const fee = { amountCents: 1_250n, direction: "debit", transactionCode: "ACMT/MDOP/FEES" } as const;
  const movement = { ...fee, bankReference: "FEE-1" };
  double.put({ bytes: accountReply({ id: "N1", at: clock.now() }, [movement]) });
  await engine.round();
  const [item] = await operator.responseOf<readonly ShownFile[]>(["bank", "items"]);
  expect(item).toMatchObject({ kind: "unknown_debit", amount: "12.50", reference: "FEE-1", note: null });
  const finish = (note: string) =>
    operator.florin(["bank", "done", item?.id ?? "", "--note", note, "--json"]);
  expect(await finish(" ")).toMatchObject({ exitCode: 1 });
  expect(JSON.parse((await finish("a fee of the bank")).stdout)).toMatchObject({
    state: "done",
    note: "a fee of the bank",
  });
  expect(await finish("again")).toMatchObject({ exitCode: 1 });
  expect(await operator.florin(["bank", "items"])).toMatchObject({ stderr: "No open items\n" });
  for (const command of [
    ["bank", "show", "nonsense"],
    ["bank", "done", "nonsense", "--note", "x"],
  ]) {
    expect(await operator.florin(command)).toMatchObject({ exitCode: 1 });
  }
});
