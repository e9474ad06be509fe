import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { tenantOf } from "../../service/src/kernel/id.ts";
import { instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import { type Operation, recordOperations } from "../../service/src/ledger/index.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { createManualClock } from "../../service/test/auth.ts";
import { createUser } from "../../service/test/console.ts";
import { addAddress, addToken } from "../../service/test/token-holders.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, type ConsolePage, startConsoleApi } from "./console-environment.ts";

const dayMs = 86_400_000;
const place = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startConsoleApi({ environment: { FLORIN_ROLES: "api", RATE_LIMIT: "off" } });
  client = await fill(api);
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `a member views the home page, mints and issues tokens, and reads the ledger${whySkipped}`,
  async () => {
    const member = await createUser(api, { memberOf: client.accountId });
    const workspace = `/w/${client.accountId}/testnet`;
    await atConsole(api, member, async (console) => {
      await seeHome(console, workspace);
      await seeToken(console, workspace);
      await mint(console, workspace);
      await issue(console, workspace);
      await readLedger(console, workspace);
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `an operator views the overview, freezes an address and reads journals${whySkipped}`,
  async () => {
    const operator = await createUser(api, { operatorRole: "admin" });
    await atConsole(api, operator, async (console) => {
      await console.open("/ops");
      await console.page.getByText("Ledger verification").waitFor();
      await console.inspectAgain("overview");
      await freeze(console);
      expect(await api.database.rows(freezeWork)).toEqual([{ state: "queued" }]);
      await lookIntoJournals(console, client);
    });
  },
);

const freezeWork = statement("SELECT state FROM chain_work WHERE owner = 'tokens.freezes'");

/** A self-attested workspace with a token that was minted on several days. */
async function fill(api: TestApi): Promise<TestClient> {
  const client = await api.createClient({ selfAttested: true });
  const input = { issuer: client.accountId, valueType: "ACMEUSD", chains: ["base", "solana"] } as const;
  const { id } = await addToken(api, input);
  const anna = await addAddress(api, { accountId: client.accountId });
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
  const asset = { code: "ACMEUSD", scale: 6 };
  const minted = (key: string, units: bigint, chain: string): Operation => ({
    type: "post",
    key,
    postings: [
      { account: { kind: "supply", owner: id, chain, asset }, units: -units },
      { account: { kind: "wallet", owner: anna, chain, asset }, units },
    ],
  });
  for (const [daysAgo, units, chain] of [
    [25, 1_000_000_000n, "base"],
    [12, 500_000_000n, "solana"],
    [3, 750_500_000n, "base"],
  ] as const) {
    const clock = createManualClock(instantFromMs(systemClock.now() - daysAgo * dayMs));
    await api.database.transaction((tx) =>
      recordOperations({ clock }, tx, scope, [minted(`mint/${daysAgo}`, units, chain)]),
    );
  }
  return client;
}

async function seeHome({ page, open, inspect }: ConsolePage, workspace: string): Promise<void> {
  await open(workspace);
  await page.getByText("2,250.50").first().waitFor();
  await page.getByRole("slider", { name: "Supply and reserve, ACMEUSD" }).waitFor();
  await inspect("home");
}

async function seeToken({ page, follow, inspect }: ConsolePage, workspace: string): Promise<void> {
  await follow(`${workspace}/tokens`);
  await page.getByRole("cell", { name: "This workspace" }).click();
  await page.getByRole("heading", { level: 1, name: "ACMEUSD" }).waitFor();
  await page.getByRole("slider", { name: "Supply over time, ACMEUSD" }).waitFor();
  await inspect("token");
}

async function mint({ page, follow, inspect }: ConsolePage, workspace: string): Promise<void> {
  await follow(`${workspace}/tokens/ACMEUSD/mint`);
  await page.getByLabel("Amount").fill("12.5");
  await page.getByRole("combobox", { name: "To" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("dialog").getByText("12.5").waitFor();
  await inspect("mint-confirm");
  await page.getByRole("button", { name: "Mint ACMEUSD" }).click();
  await page.getByText("Accepted. You can leave this page").waitFor();
}

async function issue({ page, follow, inspect }: ConsolePage, workspace: string): Promise<void> {
  await follow(`${workspace}/tokens/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Second Dollar");
  await page.getByRole("textbox", { name: "Value type" }).fill("SECOND");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Stellar").check();
  await page.getByRole("button", { name: "Next" }).click();
  await inspect("issue-confirm");
  await page.getByRole("button", { name: "Issue SECOND" }).click();
  await page.getByText("0 of 2 chains deployed").waitFor();
}

async function readLedger({ page, follow, inspect }: ConsolePage, workspace: string): Promise<void> {
  await follow(`${workspace}/ledger?kind=wallet&chain=base`);
  await page.getByText("Balanced", { exact: true }).waitFor();
  await page.getByRole("table", { name: "Ledger accounts" }).getByText("1,750.50").first().click();
  await page.getByRole("heading", { level: 1, name: "Statement" }).waitFor();
  await page.getByText("1,750.50").first().waitFor();
  await inspect("statement");
  await page.getByRole("link", { name: "#1", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Record #1" }).waitFor();
}

async function freeze({ page, follow, inspect }: ConsolePage): Promise<void> {
  await follow("/ops/freezes");
  await page.getByRole("button", { name: "Freeze address" }).click();
  expect(await page.getByLabel("Network").last().inputValue()).toBe("");
  expect(await page.getByLabel("Token").last().isDisabled()).toBe(true);
  await inspect("freeze-dialog");
  await page.getByLabel("Network").last().selectOption("testnet");
  await page.getByRole("textbox", { name: "Address" }).fill(place);
  await page.getByRole("combobox", { name: "Token" }).selectOption("ACMEUSD");
  await page.getByRole("combobox", { name: "Chain" }).selectOption("base");
  await page.getByRole("textbox", { name: "Reason" }).fill("a court order");
  await page.getByRole("button", { name: "Freeze", exact: true }).click();
  await page.getByRole("table").getByText("Freezing", { exact: true }).waitFor();
  await inspect("freezes");
}

async function lookIntoJournals(
  { page, follow, inspectAgain }: ConsolePage,
  { accountId }: TestClient,
): Promise<void> {
  await follow("/ops/reconciliation");
  await page.getByText("No runs yet").waitFor();
  await follow("/ops/ledger");
  await page.getByText("Test Account").click();
  await page.getByRole("heading", { level: 1, name: "Journal on testnet" }).waitFor();
  await inspectAgain("journal");
  await follow(`/ops/ledger/${accountId}/testnet/records`);
  await page.getByText("#3", { exact: true }).waitFor();
}
