import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApi } from "../../service/test/api.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { prepareContext } from "../fuzz/context.ts";
import { webhookSettings } from "../fuzz/webhook-context.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { openConsole, startConsoleApi } from "./console-environment.ts";

const masterKey = randomBytes(32);
const pagesFolder = join(import.meta.dirname, "../../console/src/pages");

/** Pages whose data exists only in another test, which inspects them. */
const inspectedElsewhere: Readonly<Record<string, string>> = {
  "operations approvals/$approvalId": "console-approvals.test.ts",
  "operations claims/$claimId": "console-claims.test.ts",
  "operations held/transfers/$transferId": "console-transfer.test.ts",
  "operations jobs/$jobId": "console-operations.test.ts",
  "operations suspense/$paymentId": "console-suspense.test.ts",
};

interface Place {
  readonly area: string;
  readonly path: string;
}

/** From the page lists. They are parsed as text, because they belong to a browser program. */
const places: readonly Place[] = readdirSync(pagesFolder, { recursive: true, encoding: "utf8" })
  .filter((path) => basename(path) === "routes.ts")
  .flatMap((path) => {
    const text = readFileSync(join(pagesFolder, path), "utf8");
    const found = text.matchAll(/area: "(?<area>\w+)",\s+path: "(?<path>[^"]*)"/g);
    return [...found].map(({ groups }) => ({ area: groups?.["area"] ?? "", path: groups?.["path"] ?? "" }));
  });

/** Two areas share the journal pages, so their list has another form. Statements need an account and are left out. */
const ledgerPlaces: readonly Place[] = ["ledger", "ledger/records", "ledger/records/$sequence"].flatMap(
  (path) => [
    { area: "workspace", path },
    { area: "operations", path: path.replace(/^ledger\//, "ledger/$tenantId/$network/") },
  ],
);

const nameOf = ({ area, path }: Place): string => `${area} ${path}`;
const inspected = [...places, ...ledgerPlaces].filter((place) => !(nameOf(place) in inspectedElsewhere));

let api: TestApi;
let user: TestUser;
let workspace: string;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await startConsoleApi({ environment: { RATE_LIMIT: "off", ...webhookSettings }, masterKey });
  const { known, actors } = await prepareContext(api, masterKey);
  user = await createUser(api, { operatorRole: "admin" });
  const issuer = actors.get("createTransfer")?.accountId ?? "";
  workspace = `/w/${issuer}/testnet`;
  ids = await idsOf(known, issuer);
});
afterAll(() => api.stop());

/** An existing id for each path parameter. */
async function idsOf(
  known: Readonly<Record<string, readonly string[]>>,
  issuer: string,
): Promise<Readonly<Record<string, string>>> {
  const list = async (path: string) => (await user.get(`/console/api${path}`)).body;
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
    approvalId: known["approval_id"]?.[0] ?? "",
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
    expect(id, `an id for $${name} of ${path}`).toBeTruthy();
    return encodeURIComponent(id ?? "");
  });
  return filled === "" ? `${beginning}/` : `${beginning}/${filled}`;
}

test("the page lists are parsed, and every page inspected elsewhere is included", () => {
  const names = places.map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining(["workspace ", "workspace transfers/$transferId", "me security"]),
  );
  expect(names).toEqual(expect.arrayContaining(Object.keys(inspectedElsewhere)));
});

describe.skipIf(!isChromiumInstalled)(
  `every page renders without accessibility violations${whySkipped}`,
  () => {
    let console: Awaited<ReturnType<typeof openConsole>>;

    beforeAll(async () => {
      console = await openConsole(api, user);
      await console.open(workspace);
    });
    afterAll(() => console.page.context().close());

    test.each(inspected)("$area $path", async (place) => {
      await console.follow(pathOf(place));
      await console.inspect(`page-${nameOf(place).replaceAll(/\W+/g, "-")}`);
      const alerts = await console.page.getByRole("alert").allInnerTexts();
      expect(alerts.filter((text) => /request id|went wrong|not found/i.test(text))).toEqual([]);
      expect(console.violations).toEqual([]);
    });
  },
);
