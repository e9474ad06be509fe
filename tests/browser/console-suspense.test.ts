import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activateAutomation } from "../../service/src/automations/activate-automation.ts";
import { tenantOf } from "../../service/src/kernel/id.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, type ConsolePage, confirmRequest } from "./console-environment.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
  api = await startTransferApi({ environment: { DUAL_APPROVAL_ABOVE: "300.00", ...chosen } });
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `a treasury user matches an unmatched payment to a transfer, and the transfer continues${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, tokens);
    const transfer = await fixture.create("250", wireIn, fixture.on(fixture.anna));
    const number: string = (await fixture.show(transfer)).wire_instructions.account_number;
    await receive(api, { accountNumber: typo(number), amountCents: 25_000n });
    await receive(api, { accountNumber: typo(typo(number)), amountCents: 990n });
    const treasurer = await createUser(api, { operatorRole: "treasury" });
    await atConsole(api, treasurer, async (console) => {
      await openUnmatched(console);
      await lookAtSender(console.page);
      await console.inspect("match");
      await matchFirst(console.page, treasurer);
      await console.inspect("matched");
    });
    await api.settle(transfer);
    expect(await fixture.show(transfer)).toMatchObject({ status: "complete" });
    expect(await fixture.faults()).toEqual([]);
  },
);

test.skipIf(!isChromiumInstalled)(
  `a payment to the account number of a transfer that expects more names the transfer and the difference${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, tokens);
    const transfer = await fixture.create("4200", wireIn, fixture.on(fixture.anna));
    await automate(fixture);
    const number: string = (await fixture.show(transfer)).wire_instructions.account_number;
    await receive(api, { accountNumber: number, amountCents: 400_000n });
    const treasurer = await createUser(api, { operatorRole: "treasury" });
    await atConsole(api, treasurer, async ({ page, open, inspect }) => {
      await open("/ops/suspense");
      await page.getByRole("row").filter({ hasText: "4,000.00" }).getByRole("link").click();
      const expected = `transfer …${transfer.slice(-8)}, which expects $4,200.00 ($200.00 short)`;
      await page.getByText(`Sent to the account number of ${expected}`).waitFor();
      expect(await page.getByText("Recommended: return").count()).toBe(0);
      expect(await page.getByText("identifies one recipient").count()).toBe(0);
      const [first, second] = await page.getByRole("radio").all();
      expect(await first?.getAttribute("value")).toBe(transfer);
      await page.getByText("Not eligible: Amount mismatch").waitFor();
      await page.getByText("Automation Any amount").waitFor();
      const match = page.getByRole("button", { name: "Match", exact: true });
      for (const choice of [first, second]) expect(await choice?.isChecked()).toBe(false);
      expect(await match.isDisabled()).toBe(true);
      await first?.check();
      expect(await match.isDisabled()).toBe(true);
      await second?.check();
      expect(await match.isDisabled()).toBe(false);
      await inspect("suspense-amount-mismatch");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `if nothing points to a recipient, a return to the sender is recommended${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, tokens);
    const transfer = await fixture.create("60", wireIn, fixture.on(fixture.anna));
    const number: string = (await fixture.show(transfer)).wire_instructions.account_number;
    const unknown = `${number.slice(0, -6)}${Array.from(number.slice(-6), (digit) => (Number(digit) + 5) % 10).join("")}`;
    await receive(api, { accountNumber: unknown, amountCents: 7_531n, reference: "Thanks" });
    const treasurer = await createUser(api, { operatorRole: "treasury" });
    await atConsole(api, treasurer, async ({ page, open, inspect }) => {
      await open("/ops/suspense");
      await page.getByRole("row").filter({ hasText: "75.31" }).getByRole("link").click();
      await page.getByText("Recommended: return to sender").waitFor();
      expect(await page.getByRole("radio").count()).toBe(0);
      await inspect("suspense-return");
      await page.getByRole("button", { name: "Return to sender" }).last().click();
      const dialog = page.getByRole("dialog", { name: "Return to sender" });
      await dialog.getByRole("textbox", { name: "Reason" }).fill("No recipient.");
      await dialog.getByRole("button", { name: "Return" }).click();
      await confirmRequest(page, treasurer);
      await page.getByText("Return in progress").first().waitFor();
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `a payment without a sender name needs dual approval, and both approvers see its status${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, tokens);
    const transfer = await fixture.create("350", wireIn, fixture.on(fixture.anna));
    const number: string = (await fixture.show(transfer)).wire_instructions.account_number;
    await receive(api, { accountNumber: number, amountCents: 35_000n, senderName: "" });
    const first = await createUser(api, { operatorRole: "compliance" });
    const second = await createUser(api, { operatorRole: "admin" });
    await atConsole(api, first, async (console) => {
      await openNameless(console);
      await console.page.getByText("Dual approval required").waitFor();
      await matchWith(console.page, first, "Request match");
      await console.page.getByText("Your match request awaits approval").waitFor();
      await console.inspect("match-requested");
    });
    await atConsole(api, second, async (console) => {
      await openNameless(console);
      await console.page.getByText("A match request awaits approval").waitFor();
      await console.inspect("match-to-approve");
      await matchWith(console.page, second, "Approve match");
      await console.page.getByText("No action needed").waitFor();
    });
    await api.settle(transfer);
    expect(await fixture.show(transfer)).toMatchObject({ status: "complete" });
  },
);

async function openNameless({ page, open }: ConsolePage): Promise<void> {
  await open("/ops/suspense");
  await page.getByRole("row").filter({ hasText: "350.00" }).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "$350.00 · Held: sender not named" }).waitFor();
}

async function matchWith(page: Page, user: TestUser, label: string): Promise<void> {
  await page.getByRole("button", { name: label, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Case 112: the sender is known to us.");
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await confirmRequest(page, user);
}

async function openUnmatched(console: ConsolePage): Promise<void> {
  await console.open("/ops/suspense");
  const { page } = console;
  const row = page.getByRole("row").filter({ hasText: "250.00" });
  await row.getByText("Unmatched").waitFor();
  await row.getByText("W… V…").waitFor();
  await console.inspect("suspense");
  await row.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "$250.00 · Held: unmatched" }).waitFor();
}

/** The sender is masked until the user unmasks it. */
async function lookAtSender(page: Page): Promise<void> {
  await page.getByText("W… V…").first().waitFor();
  expect(await page.getByText("Vanderquack").count()).toBe(0);
  await page.getByRole("button", { name: "Show full details" }).click();
  await page.getByText("Wilhelmina Vanderquack").waitFor();
  await page.getByRole("button", { name: "Mask" }).click();
  await page.getByText("W… V…").first().waitFor();
}

/** By keyboard alone. */
async function matchFirst(page: Page, user: TestUser): Promise<void> {
  const choice = page.getByRole("radio").first();
  await choice.focus();
  expect(await choice.isChecked()).toBe(true);
  await page.getByText("differs by one typo").first().waitFor();
  await page.getByRole("button", { name: "Match" }).focus();
  await page.keyboard.press("Enter");
  const reason = page.getByRole("textbox", { name: "Reason" });
  await reason.fill("One digit of the account number is wrong.");
  await page.getByRole("dialog").getByRole("button", { name: "Match" }).focus();
  await page.keyboard.press("Enter");
  await confirmRequest(page, user);
  await page.getByText("No action needed").waitFor();
}

/** In the same account, and it accepts any amount. */
async function automate(fixture: Fixture): Promise<void> {
  const { status, text, body } = await fixture.post("/automations", {
    name: "Any amount",
    source: { value_type: "USD" },
    destination: { address_id: fixture.anna, value_type: "FUSD", transfer_type: "base" },
  });
  expect(status, text).toBe(201);
  const scope = { tenantId: tenantOf(fixture.client.accountId), network: "testnet" } as const;
  // It receives dollars, so it needs no wallet.
  const wallets = { create: () => Promise.reject(new Error("no wallets")) };
  await activateAutomation({ ...api.deps, wallets, chains: { names: [] } }, scope, body.id);
}

interface Received {
  readonly accountNumber: string;
  readonly amountCents: bigint;
  readonly senderName?: string;
  readonly reference?: string;
}

async function receive(api: TransferApi, received: Received): Promise<void> {
  const incomingPayment = {
    system: "wire",
    senderName: "Wilhelmina Vanderquack",
    reference: "Invoice 17",
    ...received,
  } as const;
  await api.database.transaction((tx) => api.simulator.receive(tx, incomingPayment));
  await api.bank();
}

const typoAt = -6;

/** Changes a digit in the middle, so that the number is similar to no other one. */
function typo(number: string): string {
  const digit = (Number(number.at(typoAt)) + 1) % 10;
  return `${number.slice(0, typoAt)}${digit}${number.slice(typoAt + 1)}`;
}
