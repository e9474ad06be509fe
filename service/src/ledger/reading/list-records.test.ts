import { expect, test } from "vitest";
import { mint, openLedger, wallet } from "../../../test/ledger.ts";
import { addMs } from "../../kernel/instant.ts";
import { pathOf } from "../ledger-account.ts";
import { findSequenceAt, listRecords } from "./list-records.ts";

test("records are found by key prefix, in the order they were recorded", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  await env.record(scope, [mint("transfer/1/withdrawn", wallet("anna"), 5n)]);
  await env.record(scope, [
    { type: "hold", key: "transfer/1/held", account: wallet("anna"), units: 2n },
    { type: "void_hold", key: "transfer/1/held/voided", holdKey: "transfer/1/held" },
    mint("transfer/10/withdrawn", wallet("bert"), 7n),
  ]);
  await env.record(env.newScope(), [mint("transfer/1/withdrawn", wallet("clara"), 9n)]);
  const records = await listRecords(env.database, scope, { prefix: "transfer/1/", limit: 10 });
  expect(
    records.map(({ type, key, lines }) => [
      type,
      key,
      ...lines.map(({ account, amount }) => `${pathOf(account)} ${amount.units}`),
    ]),
  ).toEqual([
    ["post", "transfer/1/withdrawn", "supply/USDX/base/USDX -5", "wallet/anna/base/USDX 5"],
    ["hold", "transfer/1/held", "wallet/anna/base/USDX 2"],
    ["void_hold", "transfer/1/held/voided"],
  ]);
  expect(await listRecords(env.database, scope, { prefix: "transfer/1/", limit: 1 })).toHaveLength(1);
  expect(await listRecords(env.database, scope, { prefix: "transfer/2/", limit: 10 })).toEqual([]);
});

test("the first record from a time on is found, and the next one if all are earlier", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  expect(await findSequenceAt(env.database, scope, env.clock.now())).toBe(1n);
  const times = [];
  for (let record = 1; record <= 9; record += 1) {
    // Two records have the same time.
    if (record !== 4) env.clock.advance(10);
    times.push(env.clock.now());
    await env.record(scope, [mint(`mint/${record}`, wallet("anna"), 1n)]);
  }
  for (const [index, time] of times.entries()) {
    expect(await findSequenceAt(env.database, scope, time)).toBe(index === 3 ? 3n : BigInt(index + 1));
    expect(await findSequenceAt(env.database, scope, addMs(time, 5))).toBe(
      index === 2 ? 5n : BigInt(index + 2),
    );
  }
});
