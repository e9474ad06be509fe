import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { openConsole } from "./console-environment.ts";
import { settle } from "./inspect-page.ts";
import { compare, shrink } from "./picture.ts";
import { decodePng, encodePng, type Picture } from "./png.ts";
import { type ScreenshotEnvironment, startScreenshotEnvironment } from "./screenshot-environment.ts";
import { steadyTexts, useOneFont } from "./steady-page.ts";

const folder = join(import.meta.dirname, "screenshots");
const isUpdate = process.env["UPDATE_SCREENSHOTS"] !== undefined;
const viewport = { width: 1280, height: 1200 };
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

/** Of 6,000 blocks. A letter is drawn differently in a few of them; a column, a card or a heading has more. */
const maxBlocks = 5;

/** By the name of their pictures. */
const paths: Readonly<Record<string, string>> = {
  home: "/w/$chartsId/testnet",
  transfers: "/w/$accountId/testnet/transfers",
  "transfer-complete": "/w/$accountId/testnet/transfers/$transferId",
  "transfer-failed": "/w/$accountId/testnet/transfers/$failedId",
  "new-transfer": "/w/$accountId/testnet/transfers/new",
  payments: "/w/$accountId/testnet/payments",
  payment: "/w/$accountId/testnet/payments/$paymentId",
  accounts: "/w/$accountId/testnet/accounts",
  account: "/w/$accountId/testnet/accounts/$accountId",
  "new-account": "/w/$accountId/testnet/accounts/new",
  address: "/w/$accountId/testnet/addresses/$addressId",
  balances: "/w/$accountId/testnet/balances",
  automations: "/w/$accountId/testnet/automations",
  automation: "/w/$accountId/testnet/automations/$accountId/$automationId",
  approvals: "/w/$accountId/testnet/approvals",
  "approval-rules": "/w/$accountId/testnet/approval-rules",
  tokens: "/w/$accountId/testnet/tokens",
  token: "/w/$accountId/testnet/tokens/FUSD",
  reports: "/w/$accountId/testnet/reports",
  ledger: "/w/$accountId/testnet/ledger",
  "ledger-records": "/w/$accountId/testnet/ledger/records",
  quickstart: "/w/$accountId/testnet/developers",
  applications: "/w/$accountId/testnet/applications",
  application: "/w/$accountId/testnet/applications/$applicationId",
  "new-application": "/w/$accountId/testnet/applications/new",
  webhooks: "/w/$accountId/testnet/webhooks",
  delivery: "/w/$accountId/testnet/webhooks/$accountId/$subscriptionId/deliveries/$deliveryId",
  events: "/w/$accountId/testnet/events",
  event: "/w/$accountId/testnet/events/$accountId/$eventId",
  "event-catalog": "/w/$accountId/testnet/event-catalog",
  request: "/w/$accountId/testnet/requests/$loggedRequestId",
  sandbox: "/w/$accountId/testnet/sandbox",
  overview: "/ops/",
  reviews: "/ops/reviews",
  review: "/ops/reviews/$reviewId",
  held: "/ops/held",
  "held-transfer": "/ops/held/transfers/$heldId",
  suspense: "/ops/suspense",
  claims: "/ops/claims",
  rails: "/ops/rails",
  tenants: "/ops/tenants",
};

describe.skipIf(!isChromiumInstalled)(`pages look as in their pictures${whySkipped}`, () => {
  let environment: ScreenshotEnvironment;
  let console: Awaited<ReturnType<typeof openConsole>>;

  beforeAll(async () => {
    environment = await startScreenshotEnvironment();
    console = await openConsole(environment.api, environment.user);
    await console.page.setViewportSize(viewport);
    await console.page.clock.setFixedTime(environment.now);
    await console.open("/ops/");
    await useOneFont(console.page);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await console?.page.context().close();
    await environment?.api.stop();
  });

  async function show(name: string): Promise<Page> {
    const path = paths[name]?.replaceAll(/\$(\w+)/g, (_, id: string) => {
      expect(environment.ids[id], `an id for $${id}`).toBeTruthy();
      return environment.ids[id] ?? "";
    });
    await console.follow(path ?? "");
    return console.page;
  }

  test.each(Object.keys(paths))("%s", async (name) => {
    const page = await show(name);
    const differences = [];
    for (const scheme of schemes) differences.push(...check(await take(page, scheme), `${name}-${scheme}`));
    expect(differences).toEqual([]);
    expect(console.violations).toEqual([]);
  });

  test.skipIf(isUpdate).each([
    ["a missing column", "transfers-light", "tr > :nth-child(3) { display: none }"],
    ["dark text on a dark page", "account-dark", "main * { color: #1d2126 !important }"],
    ["a layout that is moved by a few pixels", "overview-light", "main { padding-left: 40px !important }"],
    ["a wrong color of a badge", "payments-light", ".mantine-Badge-root { background: #c92a2a !important }"],
    ["a missing heading", "automations-light", "h1 { visibility: hidden }"],
  ] as const)("%s is found", async (_, name, style) => {
    const [place = "", scheme] = name.split("-");
    const page = await show(place);
    await page.evaluate(`
      globalThis.planted = new CSSStyleSheet();
      planted.replaceSync(${JSON.stringify(style)});
      document.adoptedStyleSheets.push(planted);`);
    const { picture } = await take(page, scheme === "dark" ? "dark" : "light");
    await page.evaluate("document.adoptedStyleSheets.pop()");
    expect(compare(read(name), picture).blocks).toBeGreaterThan(maxBlocks);
  });
});

test("every picture belongs to a page", () => {
  const names = Object.keys(paths).flatMap((name) => schemes.map((scheme) => `${name}-${scheme}.png`));
  expect(readdirSync(folder).sort()).toEqual(names.sort());
});

interface Taken {
  /** As the browser drew it. */
  readonly file: Buffer;
  readonly picture: Picture;
}

async function take(page: Page, scheme: Scheme): Promise<Taken> {
  await page.emulateMedia({ colorScheme: scheme });
  await settle(page, scheme);
  await steadyTexts(page);
  const file = await page.screenshot({ animations: "disabled" });
  return { file, picture: shrink(decodePng(file)) };
}

/** What is wrong, in words; the pictures are in a temporary folder. An update replaces the pictures that differ. */
function check(actual: Taken, name: string): readonly string[] {
  const file = join(folder, `${name}.png`);
  if (isUpdate && !existsSync(file)) {
    writeFileSync(file, encodePng(actual.picture));
    return [];
  }
  const { blocks, picture } = compare(read(name), actual.picture);
  if (blocks <= maxBlocks) return [];
  if (isUpdate) {
    writeFileSync(file, encodePng(actual.picture));
    return [];
  }
  const place = mkdtempSync(join(tmpdir(), "florin-screenshots-"));
  writeFileSync(join(place, `${name}.png`), actual.file);
  writeFileSync(join(place, `${name}-difference.png`), encodePng(picture));
  return [`${name} differs in ${blocks} blocks; see ${place}, or run npm run screenshots`];
}

function read(name: string): Picture {
  return decodePng(readFileSync(join(folder, `${name}.png`)));
}
