import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Asset, Operation } from "@stellar/stellar-base";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../service/test/data-folder.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { type LocalStellar, startLocalStellar } from "../../../service/test/local-stellar.ts";

test("a restart keeps ledgers, entries and transactions", async () => {
  const folder = await mkdtemp(join(tmpdir(), "stellar-double-"));
  try {
    const journalPath = join(folder, "journal.jsonl");
    const before = await startLocalStellar({ journalPath });
    await before.setClosing(false);
    const [account, other] = [await before.newExternalIssuer(), await before.newExternalIssuer()];
    await before.send(
      [account],
      [Operation.payment({ destination: other.publicKey(), asset: Asset.native(), amount: "5" })],
    );
    const remembered = await historyOf(before);
    await before.close();
    const after = await startLocalStellar({ journalPath, ledgerTimeMs: 60_000 });
    try {
      expect(await historyOf(after)).toEqual(remembered);
      expect(await after.send([account], [Operation.bumpSequence({ bumpTo: "0" })])).toMatchObject({
        status: "SUCCESS",
      });
    } finally {
      await after.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("after a restart the missing empty ledgers are closed", async () => {
  await using folder = await makeDataFolder();
  const journalPath = join(folder.path, "journal.jsonl");
  const before = await startLocalStellar({ journalPath });
  await before.setClosing(false);
  const account = await before.newExternalIssuer();
  const sent = await before.send([account], [Operation.bumpSequence({ bumpTo: "0" })]);
  await before.close();
  await using after = await startLocalStellar({ journalPath });
  await eventually(async () => {
    const { ledger } = sent as { readonly ledger: number };
    expect(await after.nodes.call("getLatestLedger", {})).toMatchObject({ sequence: ledger + 2 });
  });
});

async function historyOf(double: LocalStellar): Promise<unknown> {
  const ledgers = await double.nodes.call("getLedgers", { startLedger: 1, pagination: { limit: 200 } });
  const transactions = await double.nodes.call("getTransactions", { startLedger: 1 });
  return { ledgers, transactions };
}
