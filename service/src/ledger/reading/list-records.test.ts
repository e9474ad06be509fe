import { expect, test } from "vitest";
import { mint, openLedger, wallet } from "../../../test/ledger.ts";
import { pathOf } from "../ledger-account.ts";
import { listRecords } from "./list-records.ts";

test("all that was told of one thing is found by the beginning of its keys, in the order in which it was told", async () => {
  await using world = await openLedger();
  const scope = world.newScope();
  await world.record(scope, [mint("transfer/1/taken", wallet("anna"), 5n)]);
  await world.record(scope, [
    { type: "hold", key: "transfer/1/held", account: wallet("anna"), units: 2n },
    { type: "void_hold", key: "transfer/1/held/voided", holdKey: "transfer/1/held" },
    mint("transfer/10/taken", wallet("bert"), 7n),
  ]);
  await world.record(world.newScope(), [mint("transfer/1/taken", wallet("clara"), 9n)]);
  const records = await listRecords(world.database, scope, { prefix: "transfer/1/", limit: 10 });
  expect(
    records.map(({ type, key, lines }) => [
      type,
      key,
      ...lines.map(({ account, amount }) => `${pathOf(account)} ${amount.units}`),
    ]),
  ).toEqual([
    ["post", "transfer/1/taken", "supply/USDX/base/USDX -5", "wallet/anna/base/USDX 5"],
    ["hold", "transfer/1/held", "wallet/anna/base/USDX 2"],
    ["void_hold", "transfer/1/held/voided"],
  ]);
  expect(await listRecords(world.database, scope, { prefix: "transfer/1/", limit: 1 })).toHaveLength(1);
  expect(await listRecords(world.database, scope, { prefix: "transfer/2/", limit: 10 })).toEqual([]);
});
