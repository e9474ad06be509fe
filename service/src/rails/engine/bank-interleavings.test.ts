import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountReply,
  achReply,
  achReturn,
  noOne,
  receivedMovement,
  returnReply,
  settledMovement,
} from "../../../test/bank-replies.ts";
import { type BankEnvironment, openBankWork, otherTenant, testTenant } from "../../../test/bank-work.ts";
import type { TakenItem } from "../../../test/fake-bank.ts";
import { countOpenEntries, countPendingBankEvents } from "./count-store.ts";

test("an event that a listener rejects blocks no other event and is retried later", async () => {
  await using env = await openBankWork();
  env.owners.set("1", testTenant).set("2", otherTenant);
  const to = (accountNumber: string, reference: string) =>
    receivedMovement(reference, { detail: { creditor: { ...noOne, accountNumber } } });
  const movements = [to("1", "GOOD1"), to("1", "BAD"), to("1", "GOOD2"), to("2", "GOOD3")];
  env.double.put({ bytes: accountReply({ id: "N1", at: env.clock.now() }, movements) });
  let isFailing = true;
  const heard: string[] = [];
  const engine = env.engine({
    listener: {
      heard: (tx, _scope, bankEvents) => {
        const references = bankEvents.map((event) =>
          event.type === "received" ? event.incomingPayment.bankReference : "",
        );
        if (isFailing && references.includes("BAD")) return Promise.reject(new Error("listener failed"));
        tx.afterCommit(() => heard.push(...references));
        return Promise.resolve();
      },
    },
  });
  await engine.round();
  expect(heard).toEqual(["GOOD1", "GOOD2", "GOOD3"]);
  expect(await countPendingBankEvents(env.database, "testnet")).toMatchObject([
    { name: "failing", count: 1 },
  ]);
  // Retried after a delay; after many failures it becomes an item, too.
  await engine.round();
  expect(env.reports.filter(({ type }) => type === "unapplied_event")).toHaveLength(1);
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    env.clock.advance(600_000);
    await engine.round();
  }
  expect((await env.openItems()).map(({ kind }) => kind)).toEqual(["unapplied_event"]);
  isFailing = false;
  env.clock.advance(600_000);
  await engine.round();
  expect(heard).toEqual(["GOOD1", "GOOD2", "GOOD3", "BAD"]);
  expect(await env.openItems()).toEqual([]);
});

test("one node works at a time, and a node that lost the lease writes nothing more", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({});
  const first = env.engine({ leaseMs: 600_000 });
  await first.round();
  const second = env.engine({ leaseMs: 600_000 });
  await second.round();
  expect(second.health().isWorking).toBe(false);
  await first.stop();
  await second.round();
  expect(second.health().isWorking).toBe(true);
  await second.stop();
  // The lease expires while a node is between two steps: another takes over, and the first one's writes are rejected.
  const [next = ""] = await env.enqueue({});
  const successor = env.engine();
  const overtaken = env.engine({
    checkpoint: async (point) => {
      if (point === "delivered") await successor.round();
    },
  });
  env.reports.length = 0;
  await overtaken.round();
  expect(await env.stateOf(next)).toBe("sent");
  expect(env.reports.filter(({ type }) => type === "sent")).toHaveLength(1);
  expect(env.double.taken).toHaveLength(2);
  expect(await env.stateOf(id)).toBe("sent");
  expect(env.errors).toEqual([]);
  expect(await countOpenEntries(env.database, "testnet")).toMatchObject([{ name: "sent", count: 2 }]);
});

test("every event takes effect once when files arrive in any order, late, twice or renamed", async () => {
  await using env = await openBankWork();
  let run = 0;
  const rails = ["ach_credit", "wire", "ach_debit"] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 12, maxLength: 30 }), async (order) => {
      run += 1;
      const before = env.reported.length;
      const from = env.double.taken.length;
      await env.enqueue(...rails.map((rail) => ({ rail })), ...rails.map((rail) => ({ rail })));
      const engine = env.engine();
      await engine.round();
      const files = env.double.taken
        .slice(from)
        .flatMap((item, index) => repliesTo(env, item, `${run}-${index}`, index >= 3));
      for (const [place, choice] of order.entries()) {
        const file = files[choice % files.length];
        if (file !== undefined) env.double.put({ ...file, name: `${run}-${place}-${file.name}` });
        if (choice % 3 === 0) await engine.round();
      }
      for (const file of files) env.double.put(file);
      await engine.round();
      env.clock.advance(600_000);
      await engine.round();
      const reported = env.reported.slice(before).map(({ bankEvent }) => bankEvent);
      const names = reported.map((event) =>
        event.type === "received" ? event.incomingPayment.bankReference : `${event.type} ${event.entry.id}`,
      );
      expect(new Set(names).size).toBe(names.length);
      const ends = names.filter((name) => name.startsWith("returned "));
      expect(ends).toHaveLength(3);
      // The settlement of a returned entry may be published before the return, but never after it.
      for (const end of ends) {
        const settled = names.indexOf(end.replace("returned", "settled"));
        expect(settled).toBeLessThan(names.indexOf(end));
      }
      expect(names.filter((name) => name.startsWith("BR-"))).toHaveLength(6);
      const settledAlone = names.filter(
        (name) => name.startsWith("settled ") && !names.includes(name.replace("settled", "returned")),
      );
      expect(settledAlone).toHaveLength(3);
      expect(env.double.waiting()).toEqual([]);
    }),
    { numRuns: 5 },
  );
  expect(env.errors).toEqual([]);
  expect(await env.openItems()).toEqual([]);
});

interface NamedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The settlement in a notification and a statement, an incoming payment of a third party, and for some the return. */
function repliesTo(
  env: BankEnvironment,
  item: TakenItem,
  name: string,
  comesBack: boolean,
): readonly NamedFile[] {
  const at = env.clock.now();
  const movements = [settledMovement(item, `SET-${name}`), receivedMovement(`BR-${name}`)];
  const sum = item.direction === "credit" ? 100n + item.amountCents : 100n - item.amountCents;
  const files = [
    { name: `n-${name}.xml`, bytes: accountReply({ id: `N-${name}`, at }, movements) },
    {
      name: `s-${name}.xml`,
      bytes: accountReply({ id: `S-${name}`, at }, movements, { openingCents: 0n, closingCents: sum }),
    },
  ];
  if (!comesBack) return files;
  const sequence = Number(name.replace("-", ""));
  const back =
    item.system === "ach"
      ? { name: `r-${name}.ach`, bytes: achReply({ at }, item, achReturn("R01", item.reference), sequence) }
      : { name: `r-${name}.xml`, bytes: returnReply({ id: `R-${name}`, at }, item) };
  return [...files, back];
}
