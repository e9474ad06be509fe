import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { seal } from "../../service/src/kernel/envelope.ts";
import { insertFile } from "../../service/src/rails/engine/file-store.ts";
import { insertItems } from "../../service/src/rails/engine/item-store.ts";
import { fileContext } from "../../service/src/rails/engine/sealed-contexts.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, type ConsolePage, confirmRequest } from "./console-environment.ts";

test.skipIf(!isChromiumInstalled)(
  `payments, rails, limits and treasuries are shown and edited in the console${whySkipped}`,
  async () => {
    const folder = process.env["CONSOLE_DIR"];
    const api = await startTransferApi({ environment: folder === undefined ? {} : { CONSOLE_DIR: folder } });
    try {
      const fixture = await openFixture(api, await addTestTokens(api));
      const admin = await createUser(api, { operatorRole: "admin" });
      await atConsole(api, admin, async (console) => {
        await seeEmpty(console, fixture);
        await happen(api, fixture);
        await seePayments(console, fixture);
        await seeRails(console);
        await setLimit(console, admin, fixture);
        await withdraw(console, admin, fixture);
      });
    } finally {
      await api.stop();
    }
  },
);

async function seeEmpty(console: ConsolePage, fixture: Fixture): Promise<void> {
  await console.open(`/w/${fixture.client.accountId}/testnet/payments`);
  await console.page.getByText("No payments yet").waitFor();
  await console.page.getByText("simulations/payments").waitFor();
  await console.inspect("payments-empty");
}

/** An incoming wire, an outgoing wire, one that is a cent short, an unparseable file and an exception. */
async function happen(api: TransferApi, fixture: Fixture): Promise<void> {
  await fixture.fund(fixture.anna, "FUSD", 1_000n);
  await fixture.fillTreasury("USD", 5_000n);
  const payout = await fixture.create("40", fixture.on(fixture.anna), fixture.by("wire"));
  await api.settle(payout);
  await fixture.wire(await fixture.create("60", wireIn, fixture.on(fixture.anna)), "60");
  await fixture.wire(await fixture.create("70", wireIn, fixture.on(fixture.anna)), "69.99");
  const { newId, clock } = api.deps;
  const id = newId<"bank-file">();
  const bytes = Buffer.from("this is not a bank file\n");
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
      key: "test/question",
      kind: "unknown_credit",
      entryId: undefined,
      reference: "REF-17",
      amountCents: 1_234n,
      detail: "a credit that names nothing of ours",
    } as const;
    await insertItems({ newId }, tx, { network: "testnet", fileId: id, now: clock.now() }, [question]);
  });
  await api.bankRound();
}

async function seePayments(console: ConsolePage, fixture: Fixture): Promise<void> {
  const { page } = console;
  await console.open(`/w/${fixture.client.accountId}/testnet/payments`);
  const held = page.getByRole("row").filter({ hasText: "69.99" });
  await held.getByText("Held").waitFor();
  await console.inspectAgain("payments");
  await held.getByRole("link").click();
  await page.getByText("Payment held").waitFor();
  await console.inspectAgain("payment");
}

async function seeRails(console: ConsolePage): Promise<void> {
  const { page } = console;
  await console.follow("/ops/rails");
  await page.getByText("1 file in quarantine").waitFor();
  await console.inspect("rails");
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("It was interest.");
  await page.getByRole("dialog").getByRole("button", { name: "Resolve" }).click();
  await page.getByText("No exceptions").waitFor();
  await page.getByRole("link", { name: "View quarantine" }).click();
  const broken = page.getByRole("row").filter({ hasText: "Line 1" });
  await broken.waitFor();
  await console.inspect("quarantine");
  await broken.getByRole("link").click();
  await page.getByText("File can't be parsed", { exact: true }).waitFor();
  await console.inspect("file-quarantined");
  await console.follow("/ops/bank-files?direction=out");
  const sent = page.getByRole("row").filter({ hasText: "40.00" });
  await sent.waitFor();
  await console.inspectAgain("files");
  await sent.getByRole("link").click();
  await page.getByText("W… V…").waitFor();
  expect(await page.getByText("Vanderquack").count()).toBe(0);
  await page.getByRole("button", { name: "Show raw file" }).click();
  await page.getByText("Vanderquack").first().waitFor();
  await console.inspect("file-text");
}

async function setLimit(console: ConsolePage, admin: TestUser, fixture: Fixture): Promise<void> {
  const { page } = console;
  await console.follow("/ops/limits");
  await page.getByText("Choose a tenant").waitFor();
  await page.getByRole("combobox", { name: "Tenant" }).click();
  await page.getByRole("option").first().click();
  await page.getByText("No limits").waitFor();
  await page.getByRole("button", { name: "Set limit" }).click();
  await page.getByRole("textbox", { name: "Per transfer (USD)" }).fill("2500");
  await page.getByRole("textbox", { name: "Per day (USD)" }).fill("10000");
  await page.getByRole("textbox", { name: "In 30 days (USD)" }).fill("70000");
  await page.getByRole("combobox", { name: "Operation" }).selectOption("token_mint");
  await console.inspect("limit-dialog");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("2500 USD").waitFor();
  await console.inspect("confirm-limit");
  await confirmRequest(page, admin);
  await page.getByText("10,000.00").first().waitFor();
  await page.getByText("70,000.00").first().waitFor();
  await page.getByRole("button", { name: "Set fee" }).click();
  await page.getByRole("textbox", { name: "Basis points" }).fill("15");
  await page.getByRole("button", { name: "Save" }).click();
  await confirmRequest(page, admin);
  await page.getByText("15 bps").first().waitFor();
  await console.inspect("limits");
  expect(new URL(page.url()).searchParams.get("tenant")).toBe(fixture.client.accountId);
}

async function withdraw(console: ConsolePage, admin: TestUser, fixture: Fixture): Promise<void> {
  const { page } = console;
  await console.follow(`/ops/treasury?tenant=${fixture.client.accountId}`);
  await page.getByText("5,000.00").first().waitFor();
  await page.getByRole("button", { name: "Show instructions" }).click();
  await page.getByText("Routing number").waitFor();
  await page.getByRole("button", { name: "Withdraw money" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("120.50");
  await console.inspect("withdraw-dialog");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("120.50 USD").waitFor();
  await console.inspect("confirm-withdrawal");
  await confirmRequest(page, admin);
  await page.getByText("120.50").first().waitFor();
  await console.inspect("treasury");
}
