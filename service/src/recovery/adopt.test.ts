import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openBankWork } from "../../test/bank-work.ts";
import { type ChainWorkEnvironment, mintOf, openChainWork } from "../../test/chain-work.ts";
import { atOnce } from "../../test/fake-bank.ts";
import { type ChainDouble, createChainDouble } from "../../test/fake-chain.ts";
import { bankWith, markRestored, recoveryDeps } from "../../test/recovery.ts";
import { reportedOf, settleAll } from "../../test/settling.ts";
import type { Chain } from "../chains/chain.ts";
import { maxFailures } from "../chains/engine/engine-deps.ts";
import { selectNextSequences } from "../chains/engine/submission-store.ts";
import { adoptMarks, closeEffects, insertEffects, selectEffects } from "../db/restores/effect-store.ts";
import { selectOpenRestore } from "../db/restores/restore-store.ts";
import { derivedId, idAt, type Network } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import { recover } from "./index.ts";

const key = { network: "testnet", chain: "base" } as const;

test("an operation that took effect before a restore takes the transaction as its own, also if it was closed", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using lost = await openChainWork(fake.chain);
  const ids = [lost.newId(), lost.newId(), lost.newId()];
  await finish(lost, fake, ids);
  const sent = await lost.work.progress(lost.database, ids);
  await using restored = await openChainWork(fake.chain);
  await markRestored(restored.database);
  const { id: restoreId = "" } = (await selectOpenRestore(restored.database)) ?? {};
  const place = { network: key.network, place: key.chain };
  const effects = ids.slice(0, 2).map((id) => {
    const { transactionId = "" } = sent.get(id) ?? {};
    return { mark: fake.chain.markOf(id), reference: transactionId, detail: {} };
  });
  await insertEffects(restored.database, restoreId, place, effects, restored.clock.now());
  await recover(recoveryDeps(restored.database));
  const [closed] = effects;
  await closeEffects(restored.database, {
    reference: closed?.reference ?? "",
    mark: undefined,
    note: "agreed",
    updatedAt: restored.clock.now(),
  });
  await finish(restored, fake, ids);
  // The third was not recorded: without an effect to adopt, an operation is sent.
  expect(ids.map((id) => fake.effects(id))).toEqual([1, 1, 2]);
  expect(restored.reported.map(({ outcome }) => outcome.ok)).toEqual([true, true, true]);
  const progress = await restored.work.progress(restored.database, ids);
  expect(progress.get(ids[0] ?? "")?.transactionId).toBe(effects[0]?.reference);
  expect(await selectEffects(restored.database, { state: "adopted", limit: 10 })).toHaveLength(2);
});

test("of two operations with an effect in one transaction, one adopts it, and the other waits", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using lost = await openChainWork(fake.chain);
  const ids = [lost.newId(), lost.newId()];
  const [id = ""] = ids;
  await finish(lost, fake, [id]);
  const { transactionId: reference = "" } = (await lost.work.progress(lost.database, [id])).get(id) ?? {};
  for (const portion of [[ids], ids.map((each) => [each])]) {
    await using restored = await openChainWork(fake.chain);
    await markRestored(restored.database);
    const { id: restoreId = "" } = (await selectOpenRestore(restored.database)) ?? {};
    const place = { network: key.network, place: key.chain };
    const effects = ids.map((mark) => ({ mark, reference, detail: {} }));
    await insertEffects(restored.database, restoreId, place, effects, restored.clock.now());
    await recover(recoveryDeps(restored.database));
    const engine = restored.engine();
    for (const batch of portion) {
      await restored.enqueue(batch.map((each) => ({ id: each, operation: mintOf(each) })));
      for (let turn = 0; turn < 4; turn += 1) await engine.turn();
    }
    expect(restored.errors).toEqual([]);
    expect(restored.reported).toMatchObject([{ id, outcome: { ok: true, transactionId: reference } }]);
    expect(restored.reports).toContainEqual({ type: "unknown-effect", workId: ids[1] });
    expect(await restored.open()).toEqual([ids[1]]);
    expect(await selectEffects(restored.database, { state: "open", limit: 10 })).toMatchObject([
      { mark: ids[1] },
    ]);
  }
  expect(ids.map((each) => fake.effects(each))).toEqual([1, 0]);
});

test("an operation whose effect is on the chain, by an unknown transaction, does not fail, and adopts it later", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  const refusal = { ok: false, reason: "reference_used", detail: "used" } as const;
  const chain: Chain = { ...fake.chain, check: async (operations) => operations.map(() => refusal) };
  await using lost = await openChainWork(fake.chain);
  await using restored = await openChainWork(chain);
  await markRestored(restored.database);
  const { id: restoreId = "" } = (await selectOpenRestore(restored.database)) ?? {};
  await recover(recoveryDeps(restored.database));
  const id = lost.newId();
  await restored.enqueue([{ id, operation: mintOf(id) }]);
  await finish(lost, fake, [id]);
  const engine = restored.engine();
  for (let turn = 0; turn < 5; turn += 1) {
    await engine.turn();
    restored.clock.advance(60_000);
  }
  expect(restored.reported).toEqual([]);
  expect(restored.reports).toContainEqual({ type: "unknown-effect", workId: id });
  const { transactionId: reference = "" } = (await lost.work.progress(lost.database, [id])).get(id) ?? {};
  const place = { network: key.network, place: key.chain };
  const effect = { mark: chain.markOf(id), reference, detail: {} };
  await insertEffects(restored.database, restoreId, place, [effect], restored.clock.now());
  await finish(restored, fake, []);
  expect(restored.reported).toMatchObject([{ id, outcome: { ok: true, transactionId: reference } }]);
  expect(fake.effects(id)).toBe(1);
});

test("nonces that were used after the moment of a restore cost one transaction, and no operation", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 1 });
  await using restored = await openChainWork(fake.chain);
  await using lost = await openChainWork(fake.chain);
  const [known, next] = [lost.newId(), lost.newId()];
  const used = Array.from({ length: maxFailures + 1 }, () => lost.newId());
  await restored.enqueue([{ id: known, operation: mintOf(known) }]);
  await restored.engine().turn();
  fake.mine();
  await finish(lost, fake, used);
  const stored = await selectNextSequences(restored.database, key);
  expect([...stored.values()]).toEqual([1n]);
  await markRestored(restored.database);
  await recover(recoveryDeps(restored.database));
  const sent: (bigint | undefined)[] = [];
  const chain: Chain = {
    ...fake.chain,
    prepare: (operation, senderQueue, replaces) => {
      sent.push(senderQueue.sequence);
      return fake.chain.prepare(operation, senderQueue, replaces);
    },
  };
  await restored.enqueue([{ id: next, operation: mintOf(next) }]);
  const engine = restored.engine({ chain });
  for (let turn = 0; turn < 60 && (await restored.open()).length > 0; turn += 1) {
    await engine.turn();
    fake.mine();
    restored.clock.advance(1_000);
  }
  expect(sent).toEqual([1n, BigInt(1 + used.length)]);
  expect(new Set([known, ...used, next].map((id) => fake.effects(id)))).toEqual(new Set([1]));
  expect(restored.reported.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
    [known, true],
    [next, true],
  ]);
});

async function finish(env: ChainWorkEnvironment, fake: ChainDouble, ids: readonly string[]): Promise<void> {
  await env.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  const engine = env.engine();
  while ((await env.open()).length > 0) {
    await engine.turn();
    fake.mine();
    env.clock.advance(1_000);
  }
}

test("the settlement of a debit that is read before its entry is adopted is not an incoming payment", async () => {
  await using lost = await openBankWork();
  const [late = "", early = ""] = await lost.enqueue({ rail: "ach_debit" }, { rail: "ach_debit" });
  await lost.engine().round();
  const [{ name, bytes } = { name: "", bytes: Buffer.alloc(0) }] = lost.double.files;
  const { taken } = lost.double;
  const entries = [late, early].map((id, at) => ({ id, traceNumber: taken[at]?.reference }));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await using restored = await openBankWork();
  await markRestored(restored.database);
  // One was ordered before the restore, and is not due; the other one is ordered again after its settlement was read.
  restored.double.timetable((rail, now) => ({
    ...atOnce(rail, now),
    leavesAt: addMs(now, 600_000),
    cutoffAt: addMs(now, 3_600_000),
  }));
  await restored.enqueue({ id: early, rail: "ach_debit" });
  await recover(recoveryDeps(restored.database, { banks: [bankWith([{ name, sha256, entries }])] }));
  const engine = restored.engine();
  restored.clock.advance(1_000);
  settleAll({ ...restored, double: { ...restored.double, taken } });
  await engine.round();
  expect(await restored.stateOf(early)).toBe("sent");
  expect(await restored.openItems()).toMatchObject([{ kind: "unknown_credit" }]);
  await restored.enqueue({ id: late, rail: "ach_debit" });
  for (const minutes of [1, 10, 10]) {
    await engine.round();
    restored.clock.advance(minutes * 60_000);
  }
  await engine.round();
  expect(restored.errors).toEqual([]);
  expect(restored.double.files).toEqual([]);
  expect(reportedOf(restored)).toEqual([`settled ${early}`, `settled ${late}`].toSorted(byText));
  expect(await restored.openItems()).toEqual([]);
});

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}

test("an entry that the bank has is not sent again, and a report that arrives before it is adopted counts", async () => {
  await using lost = await openBankWork();
  const [id = ""] = await lost.enqueue({});
  await lost.engine().round();
  const [{ name, bytes } = { name: "", bytes: Buffer.alloc(0) }] = lost.double.files;
  const entries = [{ id, traceNumber: lost.double.taken[0]?.reference }];
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await using restored = await openBankWork();
  await markRestored(restored.database);
  await recover(recoveryDeps(restored.database, { banks: [bankWith([{ name, sha256, entries }])] }));
  const engine = restored.engine();
  // The bank settles it before the restored transfer has ordered it again.
  restored.clock.advance(1_000);
  settleAll({ ...restored, double: { ...restored.double, taken: lost.double.taken } });
  await engine.round();
  expect(await restored.openItems()).toMatchObject([{ kind: "unknown_debit" }]);
  await restored.enqueue({ id });
  await engine.round();
  await engine.round();
  expect(restored.errors).toEqual([]);
  expect(restored.double.files).toEqual([]);
  expect(reportedOf(restored)).toEqual([`settled ${id}`]);
  expect(await restored.openItems()).toEqual([]);
});

test("an item that stays open when its file is read again keeps its id, to which assignee and notes refer", async () => {
  await using lost = await openBankWork();
  const ids = await lost.enqueue({}, {});
  await lost.engine().round();
  const [{ name, bytes } = { name: "", bytes: Buffer.alloc(0) }] = lost.double.files;
  const { taken } = lost.double;
  const entries = ids.map((id, at) => ({ id, traceNumber: taken[at]?.reference }));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await using restored = await openBankWork();
  await markRestored(restored.database);
  await recover(recoveryDeps(restored.database, { banks: [bankWith([{ name, sha256, entries }])] }));
  const engine = restored.engine();
  restored.clock.advance(1_000);
  settleAll({ ...restored, double: { ...restored.double, taken } });
  await engine.round();
  const before = await restored.openItems();
  expect(before).toHaveLength(2);
  await restored.enqueue({ id: ids[0] ?? "" });
  await engine.round();
  await engine.round();
  expect(restored.errors).toEqual([]);
  const after = await restored.openItems();
  expect(after).toHaveLength(1);
  expect(before.map(({ id }) => id)).toContain(after[0]?.id);
});

test("an entry that the bank has is found by its id at another time, until it is adopted", async () => {
  await using env = await openBankWork();
  const { database, clock, work } = env;
  await markRestored(database);
  const { id: restoreId = "" } = (await selectOpenRestore(database)) ?? {};
  const sent = derivedId<"payment">(env.newId(), "return");
  const effect = { mark: sent, reference: "out.ach", detail: {} };
  const place = { network: "testnet", place: "bank" } as const;
  await insertEffects(database, restoreId, place, [effect], clock.now());
  const again = idAt(sent, addMs(clock.now(), 60_000));
  expect(again).not.toBe(sent);
  const another = derivedId<"payment">(sent, "another");
  const find = (network: Network) => work.findSent(database, network, [another, again]);
  expect(await find("testnet")).toEqual(new Map([[again, sent]]));
  expect(await find("mainnet")).toEqual(new Map());
  await database.transaction((tx) =>
    adoptMarks(tx, { network: "testnet", place: "bank", mark: [sent], updatedAt: clock.now() }),
  );
  expect(await find("testnet")).toEqual(new Map());
});
