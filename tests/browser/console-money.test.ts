import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { seal } from "../../service/src/kernel/envelope.ts";
import { insertFile } from "../../service/src/rails/work/file-store.ts";
import { insertItems } from "../../service/src/rails/work/item-store.ts";
import { fileContext } from "../../service/src/rails/work/sealed-file.ts";
import { createPerson } from "../../service/test/console.ts";
import { addTestTokens, openParty, type Party, wireIn } from "../../service/test/transfer-party.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-world.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, type ConsolePage } from "./console-world.ts";

afterAll(closeBrowser);

const patienceMs = 600_000;

const why = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";

test.skipIf(!isChromiumInstalled)(
  `payments, rails, limits and treasuries are shown and changed at the console${why}`,
  async () => {
    const folder = process.env["CONSOLE_DIR"];
    const api = await startTransferApi({ environment: folder === undefined ? {} : { CONSOLE_DIR: folder } });
    try {
      const party = await openParty(api, await addTestTokens(api));
      const admin = await createPerson(api, { operatorRole: "admin" });
      await atConsole(api, admin, async (console) => {
        await seeEmpty(console, party);
        await happen(api, party);
        await seePayments(console, party);
        await seeRails(console);
        await setLimit(console, party);
        await withdraw(console, party);
      });
    } finally {
      await api.stop();
    }
  },
  patienceMs,
);

async function seeEmpty(console: ConsolePage, party: Party): Promise<void> {
  await console.open(`/w/${party.client.accountId}/testnet/payments`);
  await console.page.getByText("No payments yet").waitFor();
  await console.page.getByText("simulations/payments").waitFor();
  await console.inspect("payments-empty");
}

/** A wire in, a wire out, one that is one cent short, a file that cannot be read, and a question. */
async function happen(api: TransferApi, party: Party): Promise<void> {
  await party.fund(party.anna, "FUSD", 1_000n);
  await party.fillTreasury("USD", 5_000n);
  const payout = await party.create("40", party.on(party.anna), party.by("wire"));
  await api.settle(payout);
  await party.wire(await party.create("60", wireIn, party.on(party.anna)), "60");
  await party.wire(await party.create("70", wireIn, party.on(party.anna)), "69.99");
  const { newId, clock } = api.deps;
  const id = newId<"bank-file">();
  const bytes = Buffer.from("this is no file of a bank\n");
  await api.database.transaction(async (tx) => {
    await insertFile(
      tx,
      {
        id,
        network: "testnet",
        direction: "in",
        name: `returns-${id}.ach`,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        sizeBytes: bytes.length,
        sealed: seal(api.keyRing, bytes, fileContext({ network: "testnet", id })),
        duplicateOf: undefined,
      },
      clock.now(),
    );
    const question = {
      id: newId<"bank-item">(),
      key: "test/question",
      kind: "unknown_credit",
      entryId: undefined,
      reference: "REF-17",
      amountCents: 1_234n,
      detail: "a credit that names nothing of ours",
    } as const;
    await insertItems(tx, { network: "testnet", fileId: id, now: clock.now() }, [question]);
  });
  await api.bankRound();
}

async function seePayments(console: ConsolePage, party: Party): Promise<void> {
  const { page } = console;
  await console.open(`/w/${party.client.accountId}/testnet/payments`);
  const held = page.getByRole("row").filter({ hasText: "69.99" });
  await held.getByText("Held").waitFor();
  await console.inspect("payments");
  await held.getByRole("link").click();
  await page.getByText("The money is here").waitFor();
  await console.inspect("payment");
}

async function seeRails(console: ConsolePage): Promise<void> {
  const { page } = console;
  await console.open("/ops/rails");
  await page.getByText("One file is in quarantine").waitFor();
  await console.inspect("rails");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("It was interest.");
  await page.getByRole("dialog").getByRole("button", { name: "Finish" }).click();
  await page.getByText("No questions").waitFor();
  await page.getByRole("link", { name: "Look at the quarantine" }).click();
  const broken = page.getByRole("row").filter({ hasText: "Line 1" });
  await broken.waitFor();
  await console.inspect("quarantine");
  await broken.getByRole("link").click();
  await page.getByText("It cannot be read").waitFor();
  await console.inspect("file-quarantined");
  await console.open("/ops/bank-files?direction=out");
  const sent = page.getByRole("row").filter({ hasText: "40.00" });
  await sent.waitFor();
  await console.inspect("files");
  await sent.getByRole("link").click();
  await page.getByText("W… V…").waitFor();
  expect(await page.getByText("Vanderquack").count()).toBe(0);
  await page.getByRole("button", { name: "Show the text" }).click();
  await page.getByText("Vanderquack").first().waitFor();
  await console.inspect("file-text");
}

async function setLimit(console: ConsolePage, party: Party): Promise<void> {
  const { page } = console;
  await console.open("/ops/limits");
  await page.getByText("Choose a tenant").waitFor();
  await page.getByRole("combobox", { name: "Tenant" }).click();
  await page.getByRole("option").first().click();
  await page.getByText("No limits").waitFor();
  await page.getByRole("button", { name: "Set a limit" }).click();
  await page.getByRole("textbox", { name: "One transfer, in dollars" }).fill("2500");
  await page.getByRole("textbox", { name: "A day, in dollars" }).fill("10000");
  await console.inspect("limit-dialog");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("10,000.00").first().waitFor();
  await page.getByRole("button", { name: "Set a fee" }).click();
  await page.getByRole("textbox", { name: "Basis points" }).fill("15");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("15 bp").first().waitFor();
  await console.inspect("limits");
  expect(new URL(page.url()).searchParams.get("tenant")).toBe(party.client.accountId);
}

async function withdraw(console: ConsolePage, party: Party): Promise<void> {
  const { page } = console;
  await console.open(`/ops/treasury?tenant=${party.client.accountId}`);
  await page.getByText("5,000.00").first().waitFor();
  await page.getByRole("button", { name: "Show instructions" }).click();
  await page.getByText("Routing number").waitFor();
  await page.getByRole("button", { name: "Withdraw dollars" }).click();
  await page.getByRole("textbox", { name: "Amount in dollars" }).fill("120.50");
  await console.inspect("withdraw-dialog");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("120.50").first().waitFor();
  await console.inspect("treasury");
}
