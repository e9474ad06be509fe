import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../service/test/console.ts";
import { addToken } from "../../service/test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { atConsole, type ConsolePage } from "./console-environment.ts";

let api: TransferApi;
let fixture: Fixture;
let awaitingWire: string;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  api = await startTransferApi({ environment: folder === undefined ? {} : { CONSOLE_DIR: folder } });
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fillTreasury("USD", 5_000n);
  await addToken(api, { issuer: fixture.client.accountId, valueType: "ACMEUSD", chains: ["base"] });
  awaitingWire = await fixture.create("40", wireIn, fixture.on(fixture.anna));
});
afterAll(() => api.stop());

/** Opens the page, and the dialog if the field is in one. */
type Opening = (console: ConsolePage) => Promise<Locator>;

const inWorkspace =
  (path: () => string, label = "Amount"): Opening =>
  async ({ page, open }) => {
    await open(`/w/${fixture.client.accountId}/testnet/${path()}`);
    return page.getByRole("textbox", { name: label, exact: true });
  };

const inDialog =
  (path: string, { button, label }: { readonly button: string; readonly label: string }): Opening =>
  async ({ page, open }) => {
    await open(`/ops/${path}?tenant=${fixture.client.accountId}`);
    await page.getByRole("button", { name: button, exact: true }).click();
    return page.getByRole("dialog").getByRole("textbox", { name: label, exact: true });
  };

const amounts: readonly (readonly [string, Opening])[] = [
  ["a transfer", inWorkspace(() => "transfers/new")],
  ["a mint", inWorkspace(() => "tokens/ACMEUSD/mint")],
  ["a burn", inWorkspace(() => "tokens/ACMEUSD/burn")],
  ["a token transfer", inWorkspace(() => "tokens/ACMEUSD/transfer")],
  ["a simulated deposit", inWorkspace(() => `addresses/${fixture.anna}`)],
  ["a simulated wire", inWorkspace(() => `transfers/${awaitingWire}`, "Amount (USD)")],
  ["a treasury withdrawal", inDialog("treasury", { button: "Withdraw money", label: "Amount" })],
  ["a limit", inDialog("limits", { button: "Set limit", label: "Per transfer (USD)" })],
  ["a fee", inDialog("limits", { button: "Set fee", label: "Flat fee (USD)" })],
  ["an approval rule", inDialog("approval-rules", { button: "New rule", label: "Above (USD)" })],
];

describe.skipIf(!isChromiumInstalled)("the amount of", () => {
  test.each(amounts)("%s is replaced by what is typed after Tab, and keeps the caret", async (_, opening) => {
    const admin = await createUser(api, { operatorRole: "admin", memberOf: fixture.client.accountId });
    await atConsole(api, admin, async (console) => {
      const field = await opening(console);
      await replaces(console, field);
      await keepsCaret(console, field);
      await refusesDecimalComma(console, field);
    });
  });
});

async function replaces({ page }: ConsolePage, field: Locator): Promise<void> {
  await field.fill("1250");
  await field.press("Tab");
  expect(await field.inputValue()).toBe("1,250");
  await page.keyboard.press("Shift+Tab");
  expect(await field.evaluate((input) => input.matches(":focus"))).toBe(true);
  await page.keyboard.type("75");
  expect(await field.inputValue()).toBe("75");
  await field.fill("999999999");
  await field.blur();
  await field.fill("1250");
  expect(await field.inputValue()).toBe("1,250");
}

async function keepsCaret({ page }: ConsolePage, field: Locator): Promise<void> {
  await field.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("99");
  expect(await field.inputValue()).toBe("199,250");
  await page.keyboard.type("9");
  expect(await field.inputValue()).toBe("1,999,250");
  await page.keyboard.press("Backspace");
  // Over the separator, then the digit after it.
  for (const _ of ",2") await page.keyboard.press("Delete");
  expect(await field.inputValue()).toBe("19,950");
  for (const _ of "199") await page.keyboard.press("Backspace");
  expect(await field.inputValue()).toBe("50");
  await page.keyboard.press("End");
  await page.keyboard.type("00.5");
  expect(await field.inputValue()).toBe("5,000.5");
}

async function refusesDecimalComma({ page }: ConsolePage, field: Locator): Promise<void> {
  await field.selectText();
  await page.keyboard.type("1,25");
  expect(await field.inputValue()).toBe("1,25");
  await field.blur();
  await field.press("End");
  await page.keyboard.type("5");
  expect(await field.inputValue()).toBe("1,255");
}
