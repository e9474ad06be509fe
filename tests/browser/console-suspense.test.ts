import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createPerson } from "../../service/test/console.ts";
import { addTestTokens, openParty, wireIn } from "../../service/test/transfer-party.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-world.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, type ConsolePage } from "./console-world.ts";

afterAll(closeBrowser);

const patienceMs = 600_000;

const why = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";

test.skipIf(!isChromiumInstalled)(
  `money that matches nothing is matched to a transfer by a person of the treasury, and the transfer goes on${why}`,
  async () => {
    const folder = process.env["CONSOLE_DIR"];
    const api = await startTransferApi({ environment: folder === undefined ? {} : { CONSOLE_DIR: folder } });
    try {
      const party = await openParty(api, await addTestTokens(api));
      const transfer = await party.create("250", wireIn, party.on(party.anna));
      const number: string = (await party.show(transfer)).wire_instructions.account_number;
      await receive(api, { accountNumber: slip(number), amountCents: 25_000n });
      await receive(api, { accountNumber: slip(slip(number)), amountCents: 990n });
      const treasurer = await createPerson(api, { operatorRole: "treasury" });
      await atConsole(api, treasurer, async (console) => {
        await openHeld(console);
        await lookAtSender(console.page);
        await console.inspect("match");
        await matchFirst(console.page);
        await console.inspect("matched");
      });
      await api.settle(transfer);
      expect(await party.show(transfer)).toMatchObject({ status: "complete" });
      expect(await party.faults()).toEqual([]);
    } finally {
      await api.stop();
    }
  },
  patienceMs,
);

test.skipIf(!isChromiumInstalled)(
  `money of a sender without a name is matched by two people, and each sees where it stands${why}`,
  async () => {
    const folder = process.env["CONSOLE_DIR"];
    const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
    const api = await startTransferApi({ environment: { SECOND_PERSON_ABOVE: "100.00", ...chosen } });
    try {
      const party = await openParty(api, await addTestTokens(api));
      const transfer = await party.create("250", wireIn, party.on(party.anna));
      const number: string = (await party.show(transfer)).wire_instructions.account_number;
      await receive(api, { accountNumber: number, amountCents: 25_000n, senderName: "" });
      const first = await createPerson(api, { operatorRole: "treasury" });
      const second = await createPerson(api, { operatorRole: "admin" });
      await atConsole(api, first, async (console) => {
        await openTheOnlyOne(console);
        await console.page.getByText("Two people decide").waitFor();
        await matchWith(console.page, "Match");
        await console.page.getByText("Your match waits for a second person").waitFor();
        await console.inspect("match-requested");
      });
      await atConsole(api, second, async (console) => {
        await openTheOnlyOne(console);
        await console.page.getByText("A match waits for a second person").waitFor();
        await console.inspect("match-to-approve");
        await matchWith(console.page, "Match as second person");
        await console.page.getByText("Nothing is to be decided").waitFor();
      });
      await api.settle(transfer);
      expect(await party.show(transfer)).toMatchObject({ status: "complete" });
    } finally {
      await api.stop();
    }
  },
  patienceMs,
);

async function openTheOnlyOne({ page, open }: ConsolePage): Promise<void> {
  await open("/ops/suspense");
  await page.getByRole("row").filter({ hasText: "250.00" }).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Held payment" }).waitFor();
}

async function matchWith(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: label, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Case 112: the sender is known to us.");
  await dialog.getByRole("button", { name: label, exact: true }).click();
}

async function openHeld(console: ConsolePage): Promise<void> {
  await console.open("/ops/suspense");
  const { page } = console;
  const row = page.getByRole("row").filter({ hasText: "250.00" });
  await row.getByText("Unmatched").waitFor();
  await row.getByText("W… V…").waitFor();
  await console.inspect("suspense");
  await row.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Held payment" }).waitFor();
}

/** Masked at first; in full only for who asks. */
async function lookAtSender(page: Page): Promise<void> {
  await page.getByText("W… V…").waitFor();
  expect(await page.getByText("Vanderquack").count()).toBe(0);
  await page.getByRole("button", { name: "Show in full" }).click();
  await page.getByText("Wilhelmina Vanderquack").waitFor();
  await page.getByRole("button", { name: "Mask again" }).click();
  await page.getByText("W… V…").waitFor();
}

/** With the keyboard alone, from the choice to the answer. */
async function matchFirst(page: Page): Promise<void> {
  const choice = page.getByRole("radio").first();
  await choice.focus();
  expect(await choice.isChecked()).toBe(true);
  await page.getByText("one slip away").first().waitFor();
  await page.getByRole("button", { name: "Match" }).focus();
  await page.keyboard.press("Enter");
  const reason = page.getByRole("textbox", { name: "Reason" });
  await reason.fill("One digit of the account number is wrong.");
  await page.getByRole("dialog").getByRole("button", { name: "Match" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Nothing is to be decided").waitFor();
}

interface Received {
  readonly accountNumber: string;
  readonly amountCents: bigint;
  readonly senderName?: string;
}

async function receive(api: TransferApi, received: Received): Promise<void> {
  const receipt = {
    system: "wire",
    senderName: "Wilhelmina Vanderquack",
    reference: "Invoice 17",
    ...received,
  } as const;
  await api.database.transaction((tx) => api.simulator.receive(tx, receipt));
  await api.bank();
}

const slipAt = -6;

/** With the next digit in its middle, so that it is near to no other number. */
function slip(number: string): string {
  const digit = (Number(number.at(slipAt)) + 1) % 10;
  return `${number.slice(0, slipAt)}${digit}${number.slice(slipAt + 1)}`;
}
