import { afterAll, beforeAll, expect, test } from "vitest";
import { tenantOf } from "../../service/src/kernel/id.ts";
import { instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { createUser } from "../../service/test/console.ts";
import { addTransferFacts, foldAll, type TransferFact } from "../../service/test/statistics.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, type ConsolePage, startConsoleApi } from "./console-environment.ts";

const dayMs = 86_400_000;

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  const environment = { FLORIN_ROLES: "api", RATE_LIMIT: "off" };
  api = await startConsoleApi({ environment, inventsEvents: true });
  client = await api.createClient();
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
  await addTransferFacts(api.database, scope, facts());
  await foldAll(api.database);
});
afterAll(() => api.stop());

/** Two months of transfers: the amount grows, some fail. */
function facts(): readonly TransferFact[] {
  const now = systemClock.now();
  return Array.from({ length: 60 }, (_, day) => {
    const at = instantFromMs(now - day * dayMs);
    const isFailed = day % 6 === 0;
    return {
      id: `t${day}`,
      flow: (["onramp", "offramp", "swap"] as const)[day % 3] ?? "swap",
      currency: "USD",
      units: BigInt(100 - day) * 1_234_560_000n,
      createdAt: instantFromMs(at - (day + 1) * 30_000),
      event: isFailed ? "failed" : "completed",
      at,
      failureCode: day % 12 === 0 ? "R01" : "R10",
    };
  });
}

test.skipIf(!isChromiumInstalled)(
  `charts show values to the pointer and to the keyboard, as a table and as a file${whySkipped}`,
  async () => {
    const member = await createUser(api, { memberOf: client.accountId });
    await atConsole(api, member, async (console) => {
      await console.open(`/w/${client.accountId}/testnet`);
      await readChart(console);
      await choosePeriod(console);
      await console.inspect("home-charts");
    });
  },
);

async function readChart({ page }: ConsolePage): Promise<void> {
  const chart = page.getByRole("slider", { name: "Transfer volume, USD" });
  await chart.focus();
  await page.keyboard.press("End");
  const today = await chart.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  const yesterday = await chart.getAttribute("aria-valuetext");
  expect(yesterday).toContain("Offramp 122,221.44 USD");
  expect(yesterday).not.toBe(today);
  await page.getByText("UTC", { exact: false }).first().waitFor();
  await page.keyboard.press("Escape");
  const section = page.getByRole("region", { name: "Transfer volume", exact: true });
  await section.getByText("Show as table").click();
  await section.getByRole("cell", { name: "122,221.44 USD" }).waitFor();
  const downloading = page.waitForEvent("download");
  await section.getByRole("button", { name: "Download CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("transfer-volume-usd.csv");
}

async function choosePeriod({ page }: ConsolePage): Promise<void> {
  await page.getByText("7 d", { exact: true }).click();
  await page.getByLabel("Compare with the period before").check();
  await page.waitForURL(/period=7d/);
  const chart = page.getByRole("slider", { name: "Success rate" });
  await expect.poll(() => chart.getAttribute("aria-valuemax")).toBe("6");
  expect(await chart.getAttribute("aria-valuetext")).toContain("before");
}
