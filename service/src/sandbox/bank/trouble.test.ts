import { expect, test } from "vitest";
import {
  achFile,
  openSandboxBank,
  secondsDelayMs,
  seededTrouble,
  transferFile,
} from "../../../test/sandbox-bank.ts";
import type { BankFile } from "../../rails/bank.ts";

const receipt = {
  system: "wire",
  accountNumber: "8801000000000017",
  amountCents: 100_000n,
  senderName: "Sender Inc",
  reference: undefined,
} as const;

test("a file can come again under another name, with the same bytes", async () => {
  await using world = await openSandboxBank();
  await world.act((tx) => world.simulator.receive(tx, receipt));
  const [file] = await world.bank.collect(10);
  expect(await world.act((tx) => world.trouble.repeatFile(tx, nameOf(file), "other_name"))).toBe(true);
  const files = await world.bank.collect(10);
  expect(files.map(({ bytes }) => bytes)).toEqual([file?.bytes, file?.bytes]);
  expect(new Set(files.map(({ name }) => name)).size).toBe(2);
});

test("a file can come again under its own name once it was put away", async () => {
  await using world = await openSandboxBank();
  await world.act((tx) => world.simulator.receive(tx, receipt));
  const [file] = await world.bank.collect(10);
  await world.act((tx) => world.trouble.repeatFile(tx, nameOf(file), "same_name"));
  // There are no two files of one name at one place.
  expect(await world.bank.collect(10)).toEqual([file]);
  await world.bank.putAway(nameOf(file), "archive");
  expect(await world.bank.collect(10)).toEqual([]);
  await world.act((tx) => world.trouble.repeatFile(tx, nameOf(file), "same_name"));
  expect(await world.bank.collect(10)).toEqual([file]);
  expect(await world.act((tx) => world.trouble.repeatFile(tx, "nobodys.xml", "same_name"))).toBe(false);
});

test("files that are held back come late, behind others", async () => {
  await using world = await openSandboxBank();
  await world.act((tx) => world.simulator.receive(tx, receipt));
  const [first] = await world.bank.collect(10);
  expect(await world.act((tx) => world.trouble.holdFilesBack(tx, 5_000))).toBe(1);
  await world.act((tx) => world.simulator.receive(tx, receipt));
  const [second, ...none] = await world.bank.collect(10);
  expect(none).toEqual([]);
  world.clock.advance(5_000);
  expect((await world.bank.collect(10)).map(nameOf)).toEqual([nameOf(second), nameOf(first)]);
});

test("trouble by chance is the same again with the same seed", async () => {
  const first = await runWithTrouble(1);
  expect(await runWithTrouble(1)).toEqual(first);
  expect(await runWithTrouble(2)).not.toEqual(first);
});

test("whatever chance brings, each payment is answered, and it says so in files that can be read", async () => {
  await using world = await openSandboxBank({ trouble: seededTrouble(3) });
  await world.deliver(achFile(Array.from({ length: 50 }, () => ({ amountCents: 100n }))));
  for (let number = 0; number < 20; number += 1) {
    await world.deliver(transferFile([{ endToEndId: `e${number}` }], `m${number}`));
  }
  const answered = new Set<string | undefined>();
  for (let round = 0; round < 30; round += 1) {
    world.clock.advance(secondsDelayMs);
    const { notifications, statuses, paymentReturns, returnFiles } = await world.collect();
    for (const id of [
      ...notifications.flatMap(({ accounts }) =>
        accounts.flatMap(({ entries }) =>
          entries.flatMap(({ details }) => details.map((detail) => detail.clearingReference)),
        ),
      ),
      ...statuses.flatMap((report) => report.statuses.map((status) => status.originalEndToEndId)),
      ...paymentReturns.flatMap(({ returns }) => returns.map((one) => one.originalEndToEndId)),
      ...returnFiles.flatMap(({ batches }) =>
        batches.flatMap(({ entries }) =>
          entries.flatMap(({ addenda }) =>
            addenda.map((one) => (one.type === "return" ? one.originalTrace : undefined)),
          ),
        ),
      ),
    ]) {
      answered.add(id);
    }
  }
  expect(answered.size).toBe(70);
  expect(answered).not.toContain(undefined);
});

async function runWithTrouble(seed: number): Promise<readonly string[]> {
  await using world = await openSandboxBank({ trouble: seededTrouble(seed) });
  const log: string[] = [];
  await world.deliver(achFile(Array.from({ length: 30 }, () => ({ amountCents: 100n }))));
  for (let round = 0; round < 15; round += 1) {
    await world.act((tx) => world.simulator.receive(tx, receipt));
    world.clock.advance(secondsDelayMs);
    for (const { name, bytes } of await world.bank.collect(100)) {
      log.push(`${round} ${name} ${bytes.toString()}`);
      await world.bank.putAway(name, "archive");
    }
  }
  return log;
}

function nameOf(file: BankFile | undefined): string {
  return file?.name ?? "";
}
