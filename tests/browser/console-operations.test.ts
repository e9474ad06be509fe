import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { createUser } from "../../service/test/console.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-environment.ts";

const newId = createIdFactory(systemClock);
let api: TestApi;
let client: TestClient;

const markDead = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, network, payload, attempts, last_error, created_at, died_at)
  VALUES ($1, $2, $3, 'testnet', $4::jsonb, 12, $5, now() - interval '2 days', now() - interval '1 hour')`);

beforeAll(async () => {
  const nowhere = "http://name:secret@127.0.0.1:9/v3/key";
  api = await startConsoleApi({ environment: { ...chainsOff, CHAIN_TESTNET_BASE_RPC_URLS: nowhere } });
  client = await api.createClient();
  for (const kind of ["webhooks.resend", "transfers.advance", "transfers.advance"]) {
    const payload = JSON.stringify({ transfer_id: newId(), tenant_id: client.accountId });
    const error = "ChainUnavailableError: no RPC node of this chain responded <- TypeError: fetch failed";
    await api.database.run(markDead, [newId(), kind, client.accountId, payload, error]);
  }
  const { accountId, token } = client;
  const body = { text: "hello" };
  await api.request("POST", `/accounts/${accountId}/notes`, { token, idempotencyKey: "one", body });
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(`dead jobs are inspected, retried and discarded${whySkipped}`, async () => {
  const support = await createUser(api, { operatorRole: "support" });
  await atConsole(api, support, async ({ page, open, inspect }) => {
    await open("/ops/jobs");
    await page.getByRole("table", { name: "Dead jobs" }).getByText("webhooks.resend").waitFor();
    await inspect("operations-jobs");
    await page.getByLabel("Type", { exact: true }).selectOption("transfers.advance");
    await page.getByRole("button", { name: "Retry all" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry all" }).click();
    await page.getByText("2 jobs queued.").waitFor();
    await page.getByLabel("Type", { exact: true }).selectOption("");
    await page.getByRole("table", { name: "Dead jobs" }).getByText("webhooks.resend").click();
    await page.getByRole("heading", { name: "webhooks.resend" }).waitFor();
    await inspect("operations-dead-job");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByLabel("Reason").fill("The endpoint is gone.");
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await page.getByText("Job discarded.").waitFor();
    await page.getByText("No dead jobs").waitFor();
  });
});

test.skipIf(!isChromiumInstalled)(
  `chains, nodes and settings are shown without secrets${whySkipped}`,
  async () => {
    const reader = await createUser(api, { operatorRole: "read_only" });
    await atConsole(api, reader, async ({ page, open, follow, inspect, inspectAgain }) => {
      await open("/ops/chains");
      await page.getByText("Unreachable").first().waitFor();
      await inspect("operations-chains");
      await page.getByRole("table", { name: "Chains on testnet" }).getByText("Base").click();
      await page.getByText("No RPC node reachable").waitFor();
      expect(await page.content()).not.toMatch(/secret@|v3\/key/);
      await inspect("operations-chain");
      await follow("/ops/nodes");
      await page.getByText("api, worker").waitFor();
      await inspectAgain("operations-nodes");
      await follow("/ops/settings");
      await page.getByText("FLORIN_PROFILE").waitFor();
      await page.getByText("MASTER_KEY_PREVIOUS").waitFor();
      await page.getByLabel("Changed from default").check();
      await page.getByText("MASTER_KEY_PREVIOUS").waitFor({ state: "detached" });
      await inspectAgain("operations-settings");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `the audit log of the platform and of a workspace can be searched${whySkipped}`,
  async () => {
    const operator = await createUser(api, { operatorRole: "admin" });
    await atConsole(api, operator, async ({ page, open, inspect, inspectAgain }) => {
      await open("/ops/audit");
      const entries = page.getByRole("table", { name: "Audit log entries" });
      await entries.getByText("note.create").waitFor();
      await inspectAgain("operations-audit");
      await page.getByLabel("Action").fill("note.create");
      await page.getByRole("button", { name: "Apply", exact: true }).click();
      await expect.poll(() => page.url()).toContain("action=note.create");
      await entries.getByText("note.create").first().click();
      await page.getByRole("dialog").getByText("Test Application").waitFor();
      await inspect("operations-audit-entry");
    });
    const member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
    await atConsole(api, member, async ({ page, open, inspectAgain }) => {
      await open(`/w/${client.accountId}/testnet/audit`);
      await page.getByText("note.create").waitFor();
      await inspectAgain("operations-workspace-audit");
    });
  },
);
