import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../service/test/addresses.ts";
import { createPerson } from "../../service/test/console.ts";
import { addAddress } from "../../service/test/token-holders.ts";
import { addTestTokens, openParty, type Party, type TestTokens } from "../../service/test/transfer-party.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-world.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole } from "./console-world.ts";

afterAll(closeBrowser);

let api: TransferApi;
let tokens: TestTokens;

const startTimeoutMs = 120_000;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  api = await startTransferApi({
    environment: {
      ...(folder === undefined ? {} : { CONSOLE_DIR: folder }),
      EXPLORER_URLS: "testnet/base=https://explorer.example.com/tx/{transaction_id}",
    },
  });
  tokens = await addTestTokens(api);
}, startTimeoutMs);

afterAll(() => api?.stop());

const workspaceOf = ({ client }: Party): string => `/w/${client.accountId}/testnet`;

// Pictures in three looks, and axe in each, take a while on a busy machine.
const patience = { timeout: 300_000 };

describe.skipIf(!isChromiumInstalled)("transfers at the console", () => {
  test(
    "one is quoted, created once however often the button is pressed, and followed to its end",
    patience,
    async () => {
      const party = await openParty(api, tokens);
      await party.fund(party.anna, "FUSD", 500n);
      const person = await createPerson(api, { memberOf: party.client.accountId });
      await atConsole(api, person, async ({ page, open, inspect }) => {
        await open(`${workspaceOf(party)}/transfers`);
        await page.getByText("No transfers yet").waitFor();
        await inspect("transfers-empty");
        await page.getByRole("link", { name: "New transfer" }).click();
        await page.getByRole("heading", { level: 1, name: "New transfer" }).waitFor();
        await page.getByLabel(/^From/).selectOption("FUSD/base");
        await page.getByLabel("Address it leaves").selectOption(party.anna);
        await page.getByLabel(/^To/).selectOption("USD/ach_credit");
        await page.getByLabel("Address it goes to").selectOption(party.checking);
        await page.getByLabel("Amount").fill("125.50");
        await page.getByRole("button", { name: "Get a quote" }).click();
        const create = page.getByRole("button", { name: "Create transfer" });
        await create.waitFor();
        await inspect("transfer-quote");
        await create.dblclick();
        await page.getByRole("heading", { name: "What happened" }).waitFor();
        const { transfers } = (await party.get("/transfers")).body;
        expect(transfers).toHaveLength(1);
        const [{ id }] = transfers;
        await timelineShows(page, "The source's chain takes the tokens");
        await api.settle(id, { ok: true, transactionId: "0xburned", contract: undefined });
        await timelineShows(page, "The bank pays out");
        await api.bank();
        await timelineShows(page, "Told: transfer.completed");
        const happened = page.getByRole("list", { name: "What happened" });
        const link = happened.getByRole("link", { name: "Explorer" });
        expect(await link.getAttribute("href")).toBe("https://explorer.example.com/tx/0xburned");
        await inspect("transfer-complete");
      });
    },
  );

  test("a quote that would be refused says why, and makes nothing", patience, async () => {
    const party = await openParty(api, tokens);
    const person = await createPerson(api, { memberOf: party.client.accountId });
    await atConsole(api, person, async ({ page, open, inspect }) => {
      await open(`${workspaceOf(party)}/transfers/new`);
      await page.getByLabel(/^From/).selectOption("FUSD/base");
      await page.getByLabel("Address it leaves").selectOption(party.anna);
      await page.getByLabel(/^To/).selectOption("FUSD/base");
      await page.getByLabel("Address it goes to").selectOption(party.outside);
      await page.getByLabel("Amount").fill("1");
      await page.getByRole("button", { name: "Get a quote" }).click();
      await page.getByText("It would be refused now").waitFor();
      expect(await page.getByRole("button", { name: "Create transfer" }).isDisabled()).toBe(true);
      await inspect("transfer-refused");
    });
  });

  test("the list is found again by its address, and saved as a file", patience, async () => {
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 500n);
    for (const value of ["1", "2", "3.75"])
      await party.create(value, party.on(party.anna), party.on(party.outside));
    const person = await createPerson(api, { memberOf: party.client.accountId, memberRole: "viewer" });
    await atConsole(api, person, async ({ page, open, inspect }) => {
      await open(`${workspaceOf(party)}/transfers?search=3.75&status=pending`);
      await page.getByText("3.75").first().waitFor();
      expect(await page.getByRole("row").count()).toBe(2);
      expect(await page.getByRole("link", { name: "New transfer" }).count()).toBe(0);
      await inspect("transfers-filtered");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      expect((await saved).suggestedFilename()).toBe("transfers-testnet.csv");
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.waitForURL(/transfers$/);
      await page.getByText("2.00").first().waitFor();
      await inspect("transfers");
    });
  });
});

describe.skipIf(!isChromiumInstalled)("held funds at the console", () => {
  test("two people release what is above the amount, and each sees where it stands", patience, async () => {
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 20_000n);
    const text = addressOf.evm("a listed place");
    await api.listed.list(text);
    const { accountId } = party.client;
    const place = await addAddress(api, { accountId, kind: "external", text });
    const id = await party.create("15000", party.on(party.anna), party.on(place));
    const ada = await createPerson(api, { operatorRole: "compliance" });
    const bob = await createPerson(api, { operatorRole: "admin" });
    await atConsole(api, ada, async ({ page, open, inspect }) => {
      await open("/ops/held");
      await page.getByText("Needs two people").waitFor();
      await inspect("held");
      await open(`/ops/held/transfers/${id}`);
      await decide(page, "Release", "born 1990, the listed person 1961");
      await page.getByText("Your release waits for a second person").waitFor();
      expect(await page.getByRole("button", { name: "Release", exact: true }).isDisabled()).toBe(true);
      await inspect("held-requested");
    });
    await atConsole(api, bob, async ({ page, open, inspect }) => {
      await open(`/ops/held/transfers/${id}`);
      await page.getByText("A release waits for a second person").waitFor();
      await inspect("held-second");
      await decide(page, "Release as second person", "compared as well");
      await page.getByText("It is not held any more").waitFor();
      await inspect("held-released");
    });
    expect((await party.show(id)).status).toBe("pending");
    expect(await api.worksOf(id)).toHaveLength(1);
  });
});

describe.skipIf(!isChromiumInstalled)("automations at the console", () => {
  test("one is made, shown with where to send to, changed and ended", patience, async () => {
    const party = await openParty(api, tokens);
    const person = await createPerson(api, { memberOf: party.client.accountId });
    await atConsole(api, person, async ({ page, open, inspect }) => {
      await open(`${workspaceOf(party)}/automations`);
      await page.getByText("The account has no automations").waitFor();
      await inspect("automations-empty");
      await page.getByRole("link", { name: "New automation" }).click();
      await page.getByRole("heading", { level: 1, name: "New automation" }).waitFor();
      await page.getByLabel("Name").fill("Customer payments");
      await page.getByLabel("What comes").selectOption("USD");
      await page.getByLabel("Goes on to").selectOption("FUSD/base");
      await page.getByLabel("Address it goes to").selectOption(party.anna);
      await inspect("automation-new");
      await page.getByRole("button", { name: "Create automation" }).click();
      await page.getByRole("heading", { name: "Customer payments" }).waitFor();
      await page.getByText("Nothing has come yet").waitFor();
      await inspect("automation");
      await page.getByRole("button", { name: "Change" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Payments of customers");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Payments of customers" }).waitFor();
      await page.getByRole("button", { name: "Archive" }).click();
      await dialog.getByRole("button", { name: "Archive" }).click();
      await page.getByText("Archived", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Automations" }).first().click();
      await page.getByText("Payments of customers").waitFor();
      await inspect("automations");
    });
  });
});

async function decide(page: Page, label: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: label, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function timelineShows(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().waitFor({ timeout: 15_000 });
}
