import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../service/test/addresses.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { addAddress } from "../../service/test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
} from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { atConsole, confirmRequest } from "./console-environment.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  api = await startTransferApi({
    environment: {
      ...(folder === undefined ? {} : { CONSOLE_DIR: folder }),
      EXPLORER_URLS: "testnet/base=https://explorer.example.com/tx/{transaction_id}",
    },
  });
  tokens = await addTestTokens(api);
});

afterAll(() => api?.stop());

const workspaceOf = ({ client }: Fixture): string => `/w/${client.accountId}/testnet`;

describe.skipIf(!isChromiumInstalled)("transfers in the console", () => {
  test("a transfer is quoted, created once despite a double click, and followed until it completes", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 500n);
    const user = await createUser(api, { memberOf: fixture.client.accountId });
    await atConsole(api, user, async ({ page, open, inspect }) => {
      await open(`${workspaceOf(fixture)}/transfers`);
      await page.getByText("No transfers yet").waitFor();
      await inspect("transfers-empty");
      await page.getByRole("link", { name: "New transfer" }).click();
      await page.getByRole("heading", { level: 1, name: "New transfer" }).waitFor();
      await page.getByLabel(/^From/).selectOption("FUSD/base");
      await pickAddress(page, fixture, ["Source address", fixture.anna]);
      await page.getByLabel(/^To/).selectOption("USD/ach_credit");
      await pickAddress(page, fixture, ["Destination address", fixture.checking]);
      await page.getByLabel("Amount").fill("500.01");
      await page.getByText("Only 500.00 is available.").waitFor();
      await page.getByRole("button", { name: "Max" }).click();
      expect(await page.getByLabel("Amount").inputValue()).toBe("500.00");
      await page.getByLabel("Amount").fill("125.505");
      await page.getByText("Use at most 2 decimals.").waitFor();
      await page.getByLabel("Amount").fill("125.50");
      await page.reload();
      await page.getByRole("button", { name: "Max" }).waitFor();
      expect(await page.getByLabel("Amount").inputValue()).toBe("125.50");
      await page.getByRole("button", { name: "Review transfer" }).click();
      const create = page.getByRole("button", { name: "Create transfer" });
      await create.waitFor();
      await page.getByText("Pay out by ACH credit.").waitFor();
      await codeIsShown(page);
      await inspect("transfer-quote");
      await create.dblclick();
      await page.getByRole("heading", { name: "Timeline" }).waitFor();
      const { transfers } = (await fixture.get("/transfers")).body;
      expect(transfers).toHaveLength(1);
      const [{ id }] = transfers;
      await page.getByRole("heading", { level: 1, name: "125.50 FUSD · Pending" }).waitFor();
      const progress = page.getByRole("list", { name: "Progress" });
      await progress.getByText("Withdrawal on Base, in progress").waitFor();
      await timelineShows(page, "Withdrawing tokens from the source");
      await api.settle(id, { ok: true, transactionId: "0xburned", contract: undefined });
      await timelineShows(page, "Paying out");
      await api.bank();
      await page.getByRole("heading", { level: 1, name: "125.50 FUSD · Complete" }).waitFor();
      const timeline = page.getByRole("list", { name: "Timeline" });
      expect(await timeline.getByText("Pending", { exact: true }).count()).toBe(0);
      await page.getByText("Chain", { exact: true }).click();
      const link = timeline.getByRole("link", { name: "Explorer" });
      expect(await link.getAttribute("href")).toBe("https://explorer.example.com/tx/0xburned");
      await page.getByText("Events and webhooks", { exact: true }).click();
      await timelineShows(page, "Event: transfer.completed");
      await page.getByText("Ledger", { exact: true }).last().click();
      const record = page.getByRole("link", { name: /^Ledger record #/ });
      await record.first().waitFor();
      await inspect("transfer-complete");
      await simulateReturn(page, inspect);
      await api.bank();
      await page.getByText(/R03/).first().waitFor();
    });
  });

  test("on testnet the clock of the sandbox bank is advanced, and tokens are deposited to an address", async () => {
    const fixture = await openFixture(api, tokens);
    const user = await createUser(api, { memberOf: fixture.client.accountId });
    await atConsole(api, user, async ({ page, open, follow, inspect }) => {
      await open(`${workspaceOf(fixture)}/sandbox`);
      await page.getByText("ACH amount of 55.NN, credit or debit").waitFor();
      await page.getByText("By the calendar").click();
      await page.getByText("The sandbox bank's clock changed.").first().waitFor();
      await page.getByRole("button", { name: "Advance to next banking day" }).click();
      const { token } = fixture.client;
      const modeOf = async () => (await api.request("GET", "/simulations/clock", { token })).body.mode;
      await expect.poll(modeOf).toBe("calendar");
      await page.getByRole("button", { name: "Reset" }).click();
      await follow(`${workspaceOf(fixture)}/addresses/${fixture.anna}`);
      await page.getByRole("button", { name: "Simulate deposit" }).waitFor();
      await page.getByLabel("Token").selectOption("FUSD");
      await page.getByLabel("Chain").selectOption("base");
      await page.getByLabel("Amount").fill("0");
      await page.getByRole("button", { name: "Simulate deposit" }).click();
      await page.getByText("must be").first().waitFor();
      await page.getByLabel("Amount").fill("12.50");
      await page.getByText("Testnet: magic values").click();
      await page.getByText("0x00000000000000000000000000000000DeC0ded1").waitFor();
      await inspect("address-simulated-deposit");
      await page.getByRole("button", { name: "Simulate deposit" }).click();
      await page.getByText("The deposit is on its way.").waitFor();
      await follow(`${workspaceOf(fixture).replace("testnet", "mainnet")}/transfers`);
      expect(await page.getByRole("link", { name: "Sandbox" }).count()).toBe(0);
    });
  });

  test("a quote with blockers shows the reasons and cannot be created", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 5n);
    await fixture.fillTreasury("XUSD", 1n);
    const user = await createUser(api, { memberOf: fixture.client.accountId });
    await atConsole(api, user, async ({ page, open, inspect }) => {
      await open(`${workspaceOf(fixture)}/transfers/new`);
      await page.getByLabel(/^From/).selectOption("FUSD/base");
      await pickAddress(page, fixture, ["Source address", fixture.anna]);
      await page.getByLabel(/^To/).selectOption("XUSD/base");
      await pickAddress(page, fixture, ["Destination address", fixture.bert]);
      await page.getByLabel("Amount").fill("2");
      await page.getByRole("button", { name: "Review transfer" }).click();
      await page.getByText("This transfer would be rejected").waitFor();
      expect(await page.getByRole("button", { name: "Create transfer" }).isDisabled()).toBe(true);
      await inspect("transfer-refused");
    });
  });

  test("the transfer list keeps its filters in the URL and exports as CSV", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 500n);
    for (const value of ["1", "2", "3.75"])
      await fixture.create(value, fixture.on(fixture.anna), fixture.on(fixture.outside));
    const user = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "viewer" });
    await atConsole(api, user, async ({ page, open, inspect, inspectAgain }) => {
      await open(`${workspaceOf(fixture)}/transfers?search=3.75&status=pending`);
      await page.getByText("3.75").first().waitFor();
      expect(await page.getByRole("row").count()).toBe(2);
      expect(await page.getByRole("link", { name: "New transfer" }).count()).toBe(0);
      await inspect("transfers-filtered");
      const saved = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export CSV" }).click();
      expect((await saved).suggestedFilename()).toMatch(/^transfers-testnet-[\d-]+\.csv$/);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.waitForURL(/transfers$/);
      await page.getByText("2.00").first().waitFor();
      await inspectAgain("transfers");
    });
  });
});

/** A wrong code is refused at its field. */
async function simulateReturn(page: Page, inspect: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Simulate a return" }).click();
  const dialog = page.getByRole("dialog", { name: "Simulate a return" });
  await dialog.getByLabel("Return code").fill("R99");
  await dialog.getByRole("button", { name: "Return payment" }).click();
  await dialog.getByText("is not a known Nacha return code").first().waitFor();
  await inspect("transfer-simulated-return");
  await dialog.getByLabel("Return code").fill("R03");
  await dialog.getByRole("button", { name: "Return payment" }).click();
  await page.getByText("It is in the sandbox bank's next file.").waitFor();
}

/** The form as a call of the SDK and as a command. */
async function codeIsShown(page: Page): Promise<void> {
  await page.getByText("Code for this request").click();
  await page.getByText("TypeScript", { exact: true }).click();
  await page.getByText("florin.transfers.create({").waitFor();
  await page.getByText("CLI", { exact: true }).click();
  await page.getByText("florin transfers create").waitFor();
}

describe.skipIf(!isChromiumInstalled)("held funds in the console", () => {
  test("a release above the threshold needs dual approval, and both approvers see its status", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 20_000n);
    const text = addressOf.evm("a sanctioned address");
    await api.sanctioned.list(text);
    const { accountId } = fixture.client;
    const place = await addAddress(api, { accountId, kind: "external", text });
    const id = await fixture.create("15000", fixture.on(fixture.anna), fixture.on(place));
    const ada = await createUser(api, { operatorRole: "compliance" });
    const bob = await createUser(api, { operatorRole: "admin" });
    await atConsole(api, ada, async ({ page, open, follow, inspect }) => {
      await open("/ops/held");
      await page.getByText("Dual approval required").waitFor();
      await inspect("held");
      await follow(`/ops/held/transfers/${id}`);
      await decide(page, ada, ["Request release", "born 1990, the list entry 1961"]);
      await page.getByText("Your release request awaits approval").waitFor();
      expect(await page.getByRole("button", { name: "Request release", exact: true }).isDisabled()).toBe(
        true,
      );
      await inspect("held-requested");
    });
    await atConsole(api, bob, async ({ page, open, inspect }) => {
      await open(`/ops/held/transfers/${id}`);
      await page.getByText("A release request awaits approval").waitFor();
      await page
        .getByRole("heading", { level: 1, name: /^\$15,000.00 · Held: sanctions match at the destination/ })
        .waitFor();
      await page.getByRole("button", { name: "Freeze address" }).click();
      const freeze = page.getByRole("dialog", { name: "Freeze address" });
      await freeze.getByRole("combobox", { name: "Address" }).selectOption(text);
      expect(await freeze.getByLabel("Network").inputValue()).toBe("testnet");
      expect(await freeze.getByLabel("Chain").inputValue()).toBe("base");
      await inspect("held-freeze");
      await freeze.getByRole("button", { name: "Cancel" }).click();
      await inspect("held-second");
      await decide(page, bob, ["Approve release", "compared as well"]);
      await page.getByText("No longer held").waitFor();
      await inspect("held-released");
    });
    expect((await fixture.show(id)).status).toBe("pending");
    expect(await api.worksOf(id)).toHaveLength(1);
  });
});

describe.skipIf(!isChromiumInstalled)("automations in the console", () => {
  test("an automation is created, shown with its wire instructions, edited and archived", async () => {
    const fixture = await openFixture(api, tokens);
    const user = await createUser(api, { memberOf: fixture.client.accountId });
    await atConsole(api, user, async ({ page, open, inspect, inspectAgain }) => {
      await open(`${workspaceOf(fixture)}/automations`);
      await page.getByText("No automations yet").waitFor();
      await inspect("automations-empty");
      await page.getByRole("link", { name: "New automation" }).click();
      await page.getByRole("heading", { level: 1, name: "New automation" }).waitFor();
      await page.getByLabel("Name").fill("Customer payments");
      await page.getByLabel("Source").selectOption("USD");
      await page.getByLabel(/^Destination\W*$/).selectOption("FUSD/base");
      await pickAddress(page, fixture, ["Destination address", fixture.anna]);
      await inspectAgain("automation-new");
      await page.getByRole("button", { name: "Create automation" }).click();
      await page.getByRole("heading", { name: "Customer payments" }).waitFor();
      await page.getByText("No transfers yet").waitFor();
      await inspectAgain("automation");
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Payments of customers");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Payments of customers" }).waitFor();
      await page.getByRole("button", { name: "Archive" }).click();
      await dialog.getByRole("button", { name: "Archive" }).click();
      await page.getByText("Archived", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Automations" }).first().click();
      await page.getByText("Payments of customers").waitFor();
      await inspectAgain("automations");
    });
  });
});

async function decide(page: Page, user: TestUser, [label, reason]: readonly [string, string]): Promise<void> {
  await page.getByRole("button", { name: label, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await confirmRequest(page, user);
  await dialog.waitFor({ state: "hidden" });
}

/** By its chain address or its name. */
async function pickAddress(
  page: Page,
  fixture: Fixture,
  [label, id]: readonly [string, string],
): Promise<void> {
  const { address, name } = (await fixture.get(`/addresses/${id}`)).body;
  await page.getByRole("combobox", { name: label }).fill(address === "" ? name : address);
  await page.getByRole("listbox").getByRole("option").first().click();
}

async function timelineShows(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().waitFor();
}
