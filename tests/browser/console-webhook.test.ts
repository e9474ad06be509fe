import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../service/test/account-request.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { createPerson } from "../../service/test/console.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-world.ts";

afterAll(closeBrowser);

let api: TestApi;
let tenant: TestClient;
let endpoint: Endpoint;

beforeAll(async () => {
  endpoint = await startEndpoint();
  const environment = { WEBHOOK_ALLOW_HTTP: "on", VERIFICATION_SANDBOX_DELAY_MS: "0" };
  api = await startConsoleApi({ environment });
  tenant = await api.createClient();
}, 120_000);
afterAll(async () => {
  await api.stop();
  await endpoint.stop();
});

const reason = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";

test.skipIf(!isChromiumInstalled)(
  `a failing webhook's delivery is looked at, and sent again when the receiver is back${reason}`,
  async () => {
    const developer = await createPerson(api, { memberOf: tenant.accountId, memberRole: "developer" });
    await atConsole(api, developer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/webhooks`);
      await page.getByText("No webhooks here").waitFor();
      await inspect("developers-no-webhooks");
      await page.getByRole("link", { name: "New webhook" }).click();
      await page.getByLabel("Address").fill(endpoint.url);
      await page.getByRole("button", { name: "All events" }).click();
      await page.getByLabel("Description").fill("Back office");
      await inspect("developers-new-webhook");
      await page.getByRole("button", { name: "Create webhook" }).click();
      const secret = await page.getByRole("textbox", { name: "Signing secret" }).inputValue();
      expect(secret).toHaveLength(43);
      await page.getByRole("link", { name: "To the webhook" }).click();
      await page.getByRole("heading", { name: "Back office" }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await makeEvent();
      const table = page.getByRole("table", { name: "Deliveries" });
      await table.getByText("Failed").first().waitFor();
      await inspect("developers-webhook");
      await table.getByText("account.verification.completed").first().click();
      await page.getByRole("heading", { name: "account.verification.completed" }).waitFor();
      await page.getByText("out of order").waitFor();
      await inspect("developers-delivery");

      endpoint.recover();
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("The event is sent again.").waitFor();
      await page.getByRole("link", { name: "(resend)" }).waitFor();
      await page.getByText("Succeeded").first().waitFor({ timeout: 60_000 });
      expect(endpoint.accepted()).toBeGreaterThan(0);
      await expect.poll(resent, { timeout: 60_000 }).toEqual(["succeeded"]);
      await page.getByRole("link", { name: "Webhook", exact: true }).click();
      await page.getByRole("button", { name: "Send a test" }).click();
      await page.getByText("The test arrived").waitFor();
    });
  },
  300_000,
);

test.skipIf(!isChromiumInstalled)(
  `events show up as they happen, wait during a pause, and one can be read whole${reason}`,
  async () => {
    const viewer = await createPerson(api, { memberOf: tenant.accountId, memberRole: "viewer" });
    await atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/events`);
      await page.getByText("Live", { exact: true }).waitFor();
      const rows = page.getByRole("table", { name: "Events" }).getByText("account.verification.completed");
      const before = await rows.count();
      await makeEvent();
      await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(before + 1);
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
  300_000,
);

test.skipIf(!isChromiumInstalled)(
  `operators see a failing endpoint, and switch it off with a reason${reason}`,
  async () => {
    const failing = await startEndpoint();
    const { accountId, token } = tenant;
    const made = await api.request("POST", `/accounts/${accountId}/webhooks`, {
      token,
      idempotencyKey: "operators",
      body: { url: failing.url, events: ["account.*"] },
    });
    await makeEvent();
    const support = await createPerson(api, { operatorRole: "support" });
    await atConsole(api, support, async ({ page, open, inspect }) => {
      await open("/ops/webhooks");
      const host = new URL(failing.url).host;
      await page.getByText(host).waitFor({ timeout: 60_000 });
      await inspect("operations-webhooks");
      await page.getByText(host).click();
      await page.getByRole("heading", { name: host }).waitFor();
      await inspect("operations-webhook");
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByLabel("Reason").fill("The owner asked for it.");
      await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
      await page.getByText("The webhook is disabled.").waitFor();
      await page.getByRole("button", { name: "Enable", exact: true }).waitFor();
    });
    const after = await api.request("GET", `/accounts/${accountId}/webhooks/${made.body.id}`, { token });
    expect(after.body.status).toBe("disabled");
    await failing.stop();
  },
  300_000,
);

function workspace(): string {
  return `/w/${tenant.accountId}/testnet`;
}

/** What came of the attempts that somebody asked for. */
async function resent(): Promise<readonly string[]> {
  const { accountId, token } = tenant;
  const { body } = await api.request("GET", `/accounts/${accountId}/webhooks/deliveries`, { token });
  const deliveries: readonly { readonly reason: string; readonly status: string }[] = body.deliveries;
  return deliveries.filter((each) => each.reason === "resend").map(({ status }) => status);
}

let made = 0;

/** A new account is complete at once, and an event says so. */
async function makeEvent(): Promise<void> {
  made += 1;
  const ein = `12-${String(3_498_700 + made)}`;
  const answer = await api.request("POST", "/accounts", {
    token: tenant.token,
    idempotencyKey: `account ${made}`.replace(" ", "-"),
    body: newAccountRequest({ ein }),
  });
  expect(answer.status).toBe(201);
}

interface Endpoint {
  readonly url: string;
  recover(): void;
  accepted(): number;
  stop(): Promise<void>;
}

/** Says that it is out of order, until it is mended. */
async function startEndpoint(): Promise<Endpoint> {
  let isBroken = true;
  let accepted = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
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
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
