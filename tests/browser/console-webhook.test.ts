import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../service/test/account-request.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { createUser } from "../../service/test/console.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-environment.ts";

let api: TestApi;
let tenant: TestClient;
let endpoint: Endpoint;

beforeAll(async () => {
  endpoint = await startEndpoint();
  const environment = { ...chainsOff, WEBHOOK_ALLOW_HTTP: "on", VERIFICATION_SANDBOX_DELAY_MS: "0" };
  api = await startConsoleApi({ environment });
  tenant = await api.createClient();
});
afterAll(async () => {
  await api.stop();
  await endpoint.stop();
});

test.skipIf(!isChromiumInstalled)(
  `a failed webhook delivery is inspected and resent once the endpoint has recovered${whySkipped}`,
  async () => {
    const developer = await createUser(api, { memberOf: tenant.accountId, memberRole: "developer" });
    await atConsole(api, developer, async ({ page, open, follow, inspect, inspectAgain }) => {
      await open(`${workspace()}/webhooks`);
      await page.getByText("No webhooks yet").waitFor();
      await inspect("developers-no-webhooks");
      await page.getByRole("link", { name: "New webhook" }).click();
      await page.getByLabel("Endpoint URL").fill(endpoint.url);
      await page.getByRole("button", { name: "All events" }).click();
      await page.getByLabel("Description").fill("Back office");
      await inspectAgain("developers-new-webhook");
      await page.getByRole("button", { name: "Create webhook" }).click();
      const secret = await page.getByRole("textbox", { name: "Signing secret" }).inputValue();
      expect(secret).toHaveLength(43);
      await page.getByRole("link", { name: "Open webhook" }).click();
      await page.getByRole("heading", { name: "Back office" }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await makeEvent();
      const table = page.getByRole("table", { name: "Deliveries" });
      await table.getByText("Failed").first().waitFor();
      await inspect("developers-webhook");
      await table.getByText("account.verification.completed").first().click();
      await page.getByRole("heading", { name: "account.verification.completed" }).waitFor();
      await page.getByText("out of order").waitFor();
      await checkSignature(page, secret);
      await inspect("developers-delivery");

      endpoint.recover();
      await page.getByRole("button", { name: "Resend" }).click();
      await page.getByText("Event queued for resending.").waitFor();
      await page.getByRole("link", { name: "(resend)" }).waitFor();
      await page.getByText("Succeeded").first().waitFor();
      expect(endpoint.accepted()).toBeGreaterThan(0);
      await expect.poll(resent).toEqual(["succeeded"]);
      await page.getByRole("link", { name: "Webhook", exact: true }).click();
      await page.getByRole("button", { name: "Send test event" }).click();
      await page.getByText("Test event delivered").waitFor();
      await follow(`${workspace()}/event-catalog`);
      await page.getByLabel("Search event types").fill("transfer.completed");
      await page.getByRole("button", { name: /^transfer\.completed/ }).click();
      await page.getByText('"type": "transfer.completed"').waitFor();
      await inspect("developers-event-catalog");
      await page.getByRole("button", { name: "Send test event" }).click();
      await expect.poll(() => endpoint.types()).toContain("transfer.completed");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `the secret of a customer's webhook is shown once, and a webhook that misses returns says so${whySkipped}`,
  async () => {
    const developer = await createUser(api, { memberOf: tenant.accountId, memberRole: "developer" });
    await atConsole(api, developer, async ({ page, open, follow, inspect }) => {
      await open(`${workspace()}/addresses/link`);
      await page.getByRole("button", { name: "Simulate account selection" }).click();
      await page.getByLabel("Public token").and(page.locator("[value^=florin_public_]")).waitFor();
      await page.getByLabel("Customer webhook URL").fill(endpoint.url);
      await page.getByRole("button", { name: "Register" }).click();
      const secret = await page.getByRole("textbox", { name: "Signing secret" }).inputValue();
      expect(secret).toHaveLength(43);
      await inspect("bank-link-webhook");
      await page.getByRole("link", { name: "Open address" }).click();
      await page.getByText("Verified", { exact: true }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await follow(`${workspace()}/webhooks/new`);
      await page.getByLabel("Endpoint URL").fill(endpoint.url);
      await page.getByRole("combobox", { name: "Events" }).fill("transfer.failed");
      await page.getByRole("option", { name: "transfer.failed", exact: true }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Create webhook" }).click();
      const warning = page.getByRole("alert").filter({ hasText: "Missing events" });
      await warning.getByText(/add transfer\.reversed/).waitFor();
      await page.getByRole("link", { name: "Open webhook" }).click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await warning.getByText(/add transfer\.reversed/).waitFor();
      await inspect("developers-webhook-warning");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `events appear live, are queued while paused, and open in full${whySkipped}`,
  async () => {
    const viewer = await createUser(api, { memberOf: tenant.accountId, memberRole: "viewer" });
    await atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/events`);
      await page.getByText("Live", { exact: true }).waitFor();
      const rows = page.getByRole("table", { name: "Events" }).getByText("account.verification.completed");
      const before = await rows.count();
      await makeEvent();
      await expect.poll(() => rows.count()).toBe(before + 1);
      await page.getByRole("button", { name: "Pause" }).click();
      await makeEvent();
      await page.getByText("Paused, 1 new").waitFor();
      expect(await rows.count()).toBe(before + 1);
      await inspect("developers-events");
      await page.getByRole("button", { name: "Resume" }).click();
      await expect.poll(() => rows.count()).toBe(before + 2);
      await rows.first().click();
      await page.getByRole("dialog").getByText('"type": "account.verification.completed"').waitFor();
      await inspect("developers-event-drawer");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `operators see a failing endpoint and disable it with a reason${whySkipped}`,
  async () => {
    const failing = await startEndpoint();
    const { accountId, token } = tenant;
    const made = await api.request("POST", `/accounts/${accountId}/webhooks`, {
      token,
      idempotencyKey: "operators",
      body: { url: failing.url, events: ["account.*"] },
    });
    await makeEvent();
    const support = await createUser(api, { operatorRole: "support" });
    await atConsole(api, support, async ({ page, open, inspect, inspectAgain }) => {
      await open("/ops/webhooks");
      const host = new URL(failing.url).host;
      await page.getByText(host).waitFor();
      await inspect("operations-webhooks");
      await page.getByText(host).click();
      await page.getByRole("heading", { name: host }).waitFor();
      await inspectAgain("operations-webhook");
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByLabel("Reason").fill("Requested by the owner.");
      await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
      await page.getByText("Webhook disabled.").waitFor();
      await page.getByRole("button", { name: "Enable", exact: true }).waitFor();
    });
    const after = await api.request("GET", `/accounts/${accountId}/webhooks/${made.body.id}`, { token });
    expect(after.body.status).toBe("disabled");
    await failing.stop();
  },
);

/** The signature that the endpoint received is recognized, another is not, and the secret is nowhere. */
async function checkSignature(page: Page, secret: string): Promise<void> {
  await page.getByText(/^current secret [0-9a-f]{8}$/).waitFor();
  const field = page.getByLabel("Compare with your endpoint");
  await field.fill(endpoint.signatures().join(" "));
  await page.getByText("It matches webhook-signature.").waitFor();
  await field.fill("v1,AAAA");
  await page.getByText("No match.").waitFor();
  const line = (await page.getByRole("region", { name: "Replay with curl" }).textContent()) ?? "";
  expect(line).toContain("webhook-signature: v1,");
  expect(await page.content()).not.toContain(secret);
}

function workspace(): string {
  return `/w/${tenant.accountId}/testnet`;
}

/** Statuses of the manually requested delivery attempts. */
async function resent(): Promise<readonly string[]> {
  const { accountId, token } = tenant;
  const { body } = await api.request("GET", `/accounts/${accountId}/webhooks/deliveries`, { token });
  const deliveries: readonly { readonly reason: string; readonly status: string }[] = body.deliveries;
  return deliveries.filter((each) => each.reason === "resend").map(({ status }) => status);
}

let made = 0;

/** Creates an account, which completes immediately and publishes an event. */
async function makeEvent(): Promise<void> {
  made += 1;
  const ein = `12-${String(3_498_700 + made)}`;
  const reply = await api.request("POST", "/accounts", {
    token: tenant.token,
    idempotencyKey: `account ${made}`.replace(" ", "-"),
    body: newAccountRequest({ ein }),
  });
  expect(reply.status).toBe(201);
}

interface Endpoint {
  readonly url: string;
  recover(): void;
  accepted(): number;
  /** Values of `webhook-signature`, and types of the events, oldest first. */
  signatures(): readonly string[];
  types(): readonly string[];
  stop(): Promise<void>;
}

/** Responds with errors until `recover` is called. */
async function startEndpoint(): Promise<Endpoint> {
  let isBroken = true;
  let accepted = 0;
  const signatures: string[] = [];
  const types: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      signatures.push(String(request.headers["webhook-signature"]));
      types.push(JSON.parse(Buffer.concat(chunks).toString()).type);
      if (isBroken) {
        response.writeHead(500, { "content-type": "text/plain" }).end("out of order");
        return;
      }
      accepted += 1;
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    recover: () => {
      isBroken = false;
    },
    accepted: () => accepted,
    signatures: () => signatures,
    types: () => types,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
