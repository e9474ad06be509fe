import { type Browser, chromium } from "playwright-core";
import { chromiumArguments, chromiumPath } from "../../tests/browser/chromium.ts";
import type { BenchServer } from "../http/server.ts";
import type { createMember } from "./user.ts";

/** Times since the navigation began, in milliseconds. */
export interface Paint {
  readonly page: string;
  /** The first text or picture. */
  readonly firstPaintMs: number;
  /** The heading of the page, which needs the application and its session. */
  readonly headingMs: number;
}

interface Visit {
  readonly page: string;
  readonly path: string;
  readonly isSignedIn: boolean;
}

/** Loads each page with an empty cache, and takes the medians. None without Chromium. */
export async function measureFirstPaint(
  { host, port }: BenchServer["address"],
  { tenantId, cookie }: Awaited<ReturnType<typeof createMember>>,
  loads: number,
): Promise<readonly Paint[]> {
  if (chromiumPath === undefined) return [];
  const workspace = `w/${tenantId}/testnet`;
  const visits: readonly Visit[] = [
    { page: "sign-in", path: "sign-in", isSignedIn: false },
    { page: "home", path: workspace, isSignedIn: true },
    { page: "transfers", path: `${workspace}/transfers`, isSignedIn: true },
  ];
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] });
  try {
    const paints: Paint[] = [];
    for (const visit of visits) {
      const own: Paint[] = [];
      for (let load = 0; load < loads; load += 1)
        own.push(await loadPage(browser, `http://${host}:${port}`, cookie, visit));
      const median = (time: "firstPaintMs" | "headingMs"): number =>
        own.map((paint) => paint[time]).toSorted((left, right) => left - right)[Math.floor(loads / 2)] ??
        Number.NaN;
      paints.push({ page: visit.page, firstPaintMs: median("firstPaintMs"), headingMs: median("headingMs") });
    }
    return paints;
  } finally {
    await browser.close();
  }
}

async function loadPage(
  browser: Browser,
  baseUrl: string,
  cookie: string,
  { page: name, path, isSignedIn }: Visit,
): Promise<Paint> {
  const context = await browser.newContext();
  try {
    const [cookieName = "", value = ""] = cookie.split("=", 2);
    if (isSignedIn) await context.addCookies([{ name: cookieName, value, url: baseUrl }]);
    const page = await context.newPage();
    await page.goto(`${baseUrl}/console/${path}`, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const headingMs = await page.evaluate<number>("performance.now()");
    const firstPaintMs = await page.evaluate<number>(
      `performance.getEntriesByName("first-contentful-paint")[0]?.startTime`,
    );
    return { page: name, firstPaintMs, headingMs };
  } finally {
    await context.close();
  }
}

export function renderPaints(paints: readonly Paint[]): string {
  const rows = paints.map(
    ({ page, firstPaintMs, headingMs }) =>
      `| \`${page}\` | ${Math.round(firstPaintMs)} | ${Math.round(headingMs)} |`,
  );
  return ["| Page | first paint ms | heading ms |", "| --- | --: | --: |", ...rows].join("\n");
}
