import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "../../service/test/api.ts";
import { createPerson, type TestPerson } from "../../service/test/console.ts";
import { prepareSurroundings } from "../fuzz/surroundings.ts";
import { webhookSettings } from "../fuzz/webhook-surroundings.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-world.ts";

afterAll(closeBrowser);

const reason = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";
const preparingMs = 240_000;
const lookingMs = 900_000;
const masterKey = randomBytes(32);
const pagesFolder = join(import.meta.dirname, "../../console/src/pages");

/** Pages of things that only another test has: it looks at them itself. */
const lookedAtElsewhere: Readonly<Record<string, string>> = {
  "operations held/transfers/$transferId": "console-transfer.test.ts",
  "operations jobs/$jobId": "console-operations.test.ts",
  "operations suspense/$paymentId": "console-suspense.test.ts",
};

interface Place {
  readonly area: string;
  readonly path: string;
}

/** As the lists of pages say. They are read as text, for they belong to a program of another kind. */
const places: readonly Place[] = readdirSync(pagesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => {
    const text = readFileSync(join(pagesFolder, name, "routes.ts"), "utf8");
    const found = text.matchAll(/area: "(?<area>\w+)",\s+path: "(?<path>[^"]*)"/g);
    return [...found].map(({ groups }) => ({ area: groups?.["area"] ?? "", path: groups?.["path"] ?? "" }));
  });

/** Two areas share the pages of a journal, so their list is written in another way. A statement is of one account. */
const ledgerPlaces: readonly Place[] = ["ledger", "ledger/records", "ledger/records/$sequence"].flatMap(
  (path) => [
    { area: "workspace", path },
    { area: "operations", path: path.replace(/^ledger\//, "ledger/$tenantId/$network/") },
  ],
);

let api: TestApi;
let person: TestPerson;
let workspace: string;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await startConsoleApi({ environment: { RATE_LIMIT: "off", ...webhookSettings }, masterKey });
  const { known, actors } = await prepareSurroundings(api, masterKey);
  person = await createPerson(api, { operatorRole: "admin" });
  const issuer = actors.get("createTransfer")?.accountId ?? "";
  workspace = `/w/${issuer}/testnet`;
  ids = await idsOf(known, issuer);
}, preparingMs);
afterAll(() => api.stop());

/** What stands for each name in a path: something that is there, in the workspace or in the queue that is meant. */
async function idsOf(
  known: Readonly<Record<string, readonly string[]>>,
  issuer: string,
): Promise<Readonly<Record<string, string>>> {
  const list = async (path: string) => (await person.get(`/console/api${path}`)).body;
  const inside = `/workspaces/${issuer}/testnet`;
  const [first = ""] = known["address_id"] ?? [];
  const requests = await list(`${inside}/requests`);
  const applications = await list(`${inside}/applications`);
  const reviews = await list("/reviews");
  const files = await list("/rails/files");
  return {
    accountId: issuer,
    tenantId: issuer,
    addressId: first,
    transferId: known["transfer_id"]?.at(-1) ?? "",
    paymentId: known["payment_id"]?.[0] ?? "",
    automationId: known["automation_id"]?.[0] ?? "",
    subscriptionId: known["subscription_id"]?.[0] ?? "",
    deliveryId: known["delivery_id"]?.[0] ?? "",
    eventId: known["event_id"]?.[0] ?? "",
    valueType: "TFUZZ",
    network: "testnet",
    chain: "base",
    loggedRequestId: requests.requests[0]?.id ?? "",
    applicationId: applications.applications[0]?.client_id ?? "",
    reviewId: reviews.reviews[0]?.account_id ?? "",
    sequence: "1",
    fileId: files.files[0]?.id ?? "",
  };
}

function pathOf({ area, path }: Place): string {
  const beginning = area === "workspace" ? workspace : area === "operations" ? "/ops" : "/me";
  const filled = path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const id = path.startsWith("reviews/") ? ids["reviewId"] : ids[name];
    expect(id, `something for $${name} of ${path}`).toBeTruthy();
    return encodeURIComponent(id ?? "");
  });
  return filled === "" ? `${beginning}/` : `${beginning}/${filled}`;
}

test("the lists of pages are read, and what is looked at elsewhere is in them", () => {
  const names = places.map(({ area, path }) => `${area} ${path}`);
  expect(names).toEqual(
    expect.arrayContaining(["workspace ", "workspace transfers/$transferId", "me security"]),
  );
  expect(names).toEqual(expect.arrayContaining(Object.keys(lookedAtElsewhere)));
});

test.skipIf(!isChromiumInstalled)(
  `every page shows what it is about, in light, in dark and on a small screen, and axe finds nothing${reason}`,
  async () => {
    const problems: string[] = [];
    await atConsole(api, person, async ({ open, inspect, page }) => {
      for (const place of [...places, ...ledgerPlaces]) {
        const name = `${place.area} ${place.path}`;
        if (name in lookedAtElsewhere) continue;
        await open(pathOf(place));
        // One page's problem does not hide another's.
        await inspect(`page-${name.replaceAll(/\W+/g, "-")}`).catch((error: Error) =>
          problems.push(`${name}: ${error.message}`),
        );
        const alerts = await page.getByRole("alert").allInnerTexts();
        expect(
          alerts.filter((text) => /request id|went wrong|not found/i.test(text)),
          name,
        ).toEqual([]);
      }
    });
    expect(problems).toEqual([]);
  },
  lookingMs,
);
