import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { createPerson } from "../../service/test/console.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-world.ts";

afterAll(closeBrowser);

const patienceMs = 300_000;
const newId = createIdFactory(systemClock);
let api: TestApi;
let client: TestClient;

const bury = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, network, payload, attempts, last_error, created_at, died_at)
  VALUES ($1, $2, $3, 'testnet', $4::jsonb, 12, $5, now() - interval '2 days', now() - interval '1 hour')`);

beforeAll(async () => {
  const nowhere = "http://name:secret@127.0.0.1:9/v3/key";
  api = await startConsoleApi({ environment: { CHAIN_TESTNET_BASE_RPC_URLS: nowhere } });
  client = await api.createClient();
  for (const kind of ["webhooks.resend", "transfers.advance", "transfers.advance"]) {
    const payload = JSON.stringify({ transfer_id: newId(), tenant_id: client.accountId });
    const error = "ChainUnavailableError: no node of this chain answered <- TypeError: fetch failed";
    await api.database.run(bury, [newId(), kind, client.accountId, payload, error]);
  }
  const { accountId, token } = client;
  const body = { text: "hello" };
  await api.request("POST", `/accounts/${accountId}/notes`, { token, idempotencyKey: "one", body });
}, patienceMs);
afterAll(() => api.stop());

const reason = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";

test.skipIf(!isChromiumInstalled)(
  `a dead job is looked at and retried, and what runs is seen${reason}`,
  async () => {
    const support = await createPerson(api, { operatorRole: "support" });
    await atConsole(api, support, async ({ page, open, inspect }) => {
      await open("/ops/jobs");
      await page.getByRole("table", { name: "Dead jobs" }).getByText("webhooks.resend").waitFor();
      await inspect("operations-jobs");
      await page.getByLabel("Kind", { exact: true }).selectOption("transfers.advance");
      await page.getByRole("button", { name: "Retry all" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Retry all" }).click();
      await page.getByText("2 jobs are back in the queue.").waitFor();
      await page.getByLabel("Kind", { exact: true }).selectOption("");
      await page.getByRole("table", { name: "Dead jobs" }).getByText("webhooks.resend").click();
      await page.getByRole("heading", { name: "webhooks.resend" }).waitFor();
      await inspect("operations-dead-job");
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByLabel("Reason").fill("The endpoint is gone.");
      await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
      await page.getByText("The job is discarded.").waitFor();
      await page.getByText("No job is dead").waitFor();
    });
  },
  patienceMs,
);

test.skipIf(!isChromiumInstalled)(
  `chains, nodes and settings are seen, and no secret is${reason}`,
  async () => {
    const reader = await createPerson(api, { operatorRole: "read_only" });
    await atConsole(api, reader, async ({ page, open, inspect }) => {
      await open("/ops/chains");
      await page.getByText("Unreachable").first().waitFor();
      await inspect("operations-chains");
      await page.getByRole("table", { name: "Chains of testnet" }).getByText("Base").click();
      await page.getByText("No node answers").waitFor();
      expect(await page.content()).not.toMatch(/secret@|v3\/key/);
      await inspect("operations-chain");
      await open("/ops/nodes");
      await page.getByText("api, worker").waitFor();
      await inspect("operations-nodes");
      await open("/ops/settings");
      await page.getByText("FLORIN_PROFILE").waitFor();
      await inspect("operations-settings");
    });
  },
  patienceMs,
);

test.skipIf(!isChromiumInstalled)(
  `the audit log is looked through, of everything and of a workspace${reason}`,
  async () => {
    const operator = await createPerson(api, { operatorRole: "admin" });
    await atConsole(api, operator, async ({ page, open, inspect }) => {
      await open("/ops/audit");
      const entries = page.getByRole("table", { name: "Entries of the audit log" });
      await entries.getByText("note.create").waitFor();
      await inspect("operations-audit");
      await page.getByLabel("Action").fill("note.create");
      await page.getByRole("button", { name: "Look", exact: true }).click();
      await expect.poll(() => page.url()).toContain("action=note.create");
      await entries.getByText("note.create").first().click();
      await page.getByRole("dialog").getByText("Test Application").waitFor();
      await inspect("operations-audit-entry");
    });
    const member = await createPerson(api, { memberOf: client.accountId, memberRole: "viewer" });
    await atConsole(api, member, async ({ page, open, inspect }) => {
      await open(`/w/${client.accountId}/testnet/audit`);
      await page.getByText("note.create").waitFor();
      await inspect("operations-workspace-audit");
    });
  },
  patienceMs,
);
