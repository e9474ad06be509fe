import { expect, test } from "vitest";
import type { BankFile } from "../../../service/src/rails/bank.ts";
import {
  achFile,
  openSandboxBank,
  secondsDelayMs,
  seededTrouble,
  transferFile,
} from "../../../service/test/sandbox-bank.ts";

const incomingPayment = {
  system: "wire",
  accountNumber: "8801000000000017",
  amountCents: 100_000n,
  senderName: "Sender Inc",
  reference: undefined,
} as const;

test("a file can be repeated under another name", async () => {
  await using env = await openSandboxBank();
  await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  const [file] = await env.bank.collect(10);
  expect(await env.act((tx) => env.trouble.repeatFile(tx, nameOf(file), "other_name"))).toBe(true);
  const files = await env.bank.collect(10);
  expect(files.map(({ bytes }) => bytes)).toEqual([file?.bytes, file?.bytes]);
  expect(new Set(files.map(({ name }) => name)).size).toBe(2);
});

test("a file can be repeated under its own name once it was put away", async () => {
  await using env = await openSandboxBank();
  await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  const [file] = await env.bank.collect(10);
  await env.act((tx) => env.trouble.repeatFile(tx, nameOf(file), "same_name"));
  // There are no two files of the same name in one directory.
  expect(await env.bank.collect(10)).toEqual([file]);
  await env.bank.putAway(nameOf(file), "archive");
  expect(await env.bank.collect(10)).toEqual([]);
  await env.act((tx) => env.trouble.repeatFile(tx, nameOf(file), "same_name"));
  expect(await env.bank.collect(10)).toEqual([file]);
  expect(await env.act((tx) => env.trouble.repeatFile(tx, "unknown.xml", "same_name"))).toBe(false);
});

test("delayed files arrive after later ones", async () => {
  await using env = await openSandboxBank();
  await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  const [first] = await env.bank.collect(10);
  expect(await env.act((tx) => env.trouble.holdFilesBack(tx, 5_000))).toBe(1);
  await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  const [second, ...none] = await env.bank.collect(10);
  expect(none).toEqual([]);
  env.clock.advance(5_000);
  expect((await env.bank.collect(10)).map(nameOf)).toEqual([nameOf(second), nameOf(first)]);
});

test("random faults are reproducible with the same seed", async () => {
  const first = await runWithTrouble(1);
  expect(await runWithTrouble(1)).toEqual(first);
  expect(await runWithTrouble(2)).not.toEqual(first);
});

test("with random faults every payment is still reported in readable files", async () => {
  await using env = await openSandboxBank({ trouble: seededTrouble(3) });
  await env.deliver(achFile(Array.from({ length: 50 }, () => ({ amountCents: 100n }))));
  for (let number = 0; number < 20; number += 1) {
    await env.deliver(transferFile([{ endToEndId: `e${number}` }], `m${number}`));
  }
  const reported = new Set<string | undefined>();
  for (let round = 0; round < 30; round += 1) {
    env.clock.advance(secondsDelayMs);
    const { notifications, statuses, paymentReturns, returnFiles } = await env.collect();
    for (const id of [
      ...notifications.flatMap(({ accounts }) =>
        accounts.flatMap(({ entries }) =>
          entries.flatMap(({ details }) => details.map((detail) => detail.clearingReference)),
        ),
      ),
      ...statuses.flatMap((report) => report.statuses.map((status) => status.originalEndToEndId)),
      ...paymentReturns.flatMap(({ returns }) => returns.map((entry) => entry.originalEndToEndId)),
      ...returnFiles.flatMap(({ batches }) =>
        batches.flatMap(({ entries }) =>
          entries.flatMap(({ addenda }) =>
            addenda.map((addendum) => (addendum.type === "return" ? addendum.originalTrace : undefined)),
          ),
        ),
      ),
    ]) {
      reported.add(id);
    }
  }
  expect(reported.size).toBe(70);
  expect(reported).not.toContain(undefined);
});

async function runWithTrouble(seed: number): Promise<readonly string[]> {
  await using env = await openSandboxBank({ trouble: seededTrouble(seed) });
  const log: string[] = [];
  await env.deliver(achFile(Array.from({ length: 30 }, () => ({ amountCents: 100n }))));
  for (let round = 0; round < 15; round += 1) {
    await env.act((tx) => env.simulator.receive(tx, incomingPayment));
    env.clock.advance(secondsDelayMs);
    for (const { name, bytes } of await env.bank.collect(100)) {
      log.push(`${round} ${name} ${bytes.toString()}`);
      await env.bank.putAway(name, "archive");
    }
  }
  return log;
}

function nameOf(file: BankFile | undefined): string {
  return file?.name ?? "";
}
