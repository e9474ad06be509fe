import { expect, test } from "vitest";
import { insertEffects } from "../../../service/src/db/restores/effect-store.ts";
import { selectOpenRestore } from "../../../service/src/db/restores/restore-store.ts";
import { statement } from "../../../service/src/db/statement.ts";
import { createManualClock } from "../../../service/test/auth.ts";
import { markRestored } from "../../../service/test/recovery.ts";
import { openOperator } from "../../test/operator.ts";

const insertNode = statement(`
  INSERT INTO nodes (id, host, roles, version, build, started_at, seen_at)
  VALUES ($1, $2, '{worker}', $3, 22, now(), now())`);
const insertSent = statement(`
  INSERT INTO bank_files (id, network, direction, name, sha256, size_bytes, state, sealed, created_at, updated_at)
  VALUES ($1, 'testnet', 'out', $2, $3, 0, 'sent', '', now(), now())`);

const later = "2100-01-01T00:00:00Z";

test("an operator requests the recovery of a database that was restored to a point in time", async () => {
  await using operator = await openOperator();
  expect(await operator.responseOf(["recover"])).toEqual([]);
  const [restore] = await operator.responseOf<readonly object[]>(["recover", "--point-in-time", later]);
  expect(restore).toMatchObject({ origin: "point_in_time", state: "restored" });
  expect(await operator.responseOf(["audit", "list"])).toMatchObject([{ action: "recovery.request" }]);
});

test("a database on which nodes run is not marked as restored", async () => {
  await using operator = await openOperator();
  const card = { id: "01M7F5ZS82P6C4M0W9Y3T7B1K3", host: "running.example", version: "1.0.0" };
  await operator.database.run(insertNode, [card.id, card.host, card.version]);
  expect(await operator.florin(["recover", "--point-in-time", later])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nodes run on this database (running.example)"),
  });
  expect(await operator.responseOf(["recover"])).toEqual([]);
});

test("a dry run compares and changes nothing", async () => {
  await using operator = await openOperator();
  const result = await operator.florin(["recover", "--dry-run", "--json"], {
    environment: operator.environment,
  });
  expect(result, result.stderr).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(result.stdout)).toEqual([]);
  expect(result.stderr).toContain("0 files of banks would be read again");
  expect(await operator.responseOf(["recover"])).toEqual([]);
});

test("a dry run says if the bank's place lacks the record of a sent file", async () => {
  await using operator = await openOperator();
  await operator.database.run(insertSent, ["01FILE", "out.ach", "a".repeat(64)]);
  const result = await operator.florin(["recover", "--dry-run"], { environment: operator.environment });
  expect(result).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(
      "florin: The recovery stopped. The place of the testnet bank has no record",
    ),
  });
});

test("of several differences with one reference, the closed one is named by its mark", async () => {
  await using operator = await openOperator();
  const { database } = operator;
  const clock = createManualClock();
  await markRestored(database);
  const { id: restoreId = "" } = (await selectOpenRestore(database)) ?? {};
  const effects = ["one", "two"].map((mark) => ({ mark, reference: "out.ach", detail: {} }));
  await insertEffects(database, restoreId, { network: "testnet", place: "bank" }, effects, clock.now());
  const closing = ["recover", "close", "out.ach", "--note", "agreed with the customer"];
  expect(await operator.florin(closing)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("2 open differences have this reference: name the mark"),
  });
  expect(await operator.florin([...closing, "--mark", "two"])).toMatchObject({ exitCode: 0 });
  expect(await operator.responseOf(["recover", "differences"])).toMatchObject([{ mark: "one" }]);
});

test("a difference that does not exist cannot be closed", async () => {
  await using operator = await openOperator();
  const closing = ["recover", "close", "0xabc", "--note", "agreed with the customer"];
  expect(await operator.florin(closing)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("there is no open difference with this reference"),
  });
});
