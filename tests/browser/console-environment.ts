import type { Page } from "playwright-core";
import { expect } from "vitest";
import { startTestApi, type TestApi, type TestApiOptions } from "../../service/test/api.ts";
import { returnPage, takePage } from "./browser-context.ts";
import { inspectPage, isThorough } from "./inspect-page.ts";

/** A signed-in user, created by `createUser` of service/test/console.ts. */
export interface SignedIn {
  /** `name=value`, as sent by the browser. */
  readonly cookie: string;
}

/** A console page under test. */
export interface ConsolePage {
  readonly page: Page;
  /** Loads a console path, such as `/ops/reviews`, and waits for its heading. */
  open(path: string): Promise<void>;
  /** Goes to another path as a link does, without loading the console again. */
  follow(path: string): Promise<void>;
  /** Fails on accessibility violations and retired words. */
  inspect(name: string): Promise<void>;
  /** As `inspect`, in the long run only, for a page that another test inspects in a similar state. */
  inspectAgain(name: string): Promise<void>;
}

/** Confirms the request that the dialog shows. */
export async function confirmRequest(
  page: Page,
  user: { readonly takeRecoveryCode: () => string },
): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Recovery code").fill(user.takeRecoveryCode());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** The whole service with the console build, or with the build in CONSOLE_DIR. */
export function startConsoleApi(options: TestApiOptions = {}): Promise<TestApi> {
  const folder = process.env["CONSOLE_DIR"];
  const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
  return startTestApi({ ...options, environment: { ...chosen, ...options.environment } });
}

/** Opens the console, signed in or not. Fails on script errors, CSP violations and external requests. */
export async function atConsole(
  api: Pick<TestApi, "baseUrl">,
  user: SignedIn | undefined,
  use: (console: ConsolePage) => Promise<void>,
): Promise<void> {
  const console = await openConsole(api, user);
  const { page, violations } = console;
  try {
    await use(console);
    expect(violations).toEqual([]);
  } catch (error) {
    await page.context().close();
    throw error;
  }
  await returnPage(page);
}

/** As `atConsole`, for several tests: they check the violations, and the caller closes the context. */
export async function openConsole(
  { baseUrl }: Pick<TestApi, "baseUrl">,
  user: SignedIn | undefined,
): Promise<ConsolePage & { readonly violations: readonly string[] }> {
  const page = await takePage();
  if (user !== undefined) {
    const [name = "", value = ""] = user.cookie.split("=", 2);
    await page.context().addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: "Strict" }]);
  }
  return {
    page,
    violations: watch(page, baseUrl),
    open: async (path) => {
      await page.goto(`${baseUrl}/console${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    },
    follow: (path) => follow(page, path),
    inspect: (name) => inspectPage(page, name),
    inspectAgain: async (name) => {
      if (isThorough) await inspectPage(page, name);
    },
  };
}

/** Collects script errors, CSP violations and requests to other origins. */
function watch(page: Page, baseUrl: string): readonly string[] {
  const violations: string[] = [];
  page.on("pageerror", (error) => violations.push(error.message));
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) violations.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(?:data|blob):/.test(url)) violations.push(`requested ${url}`);
  });
  return violations;
}

/** The heading of the previous page is marked, because the router shows that page until the next one is loaded. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    for (const heading of document.querySelectorAll("h1")) heading.dataset.previous = "";
    history.pushState({}, "", ${JSON.stringify(`/console${path}`)});
    dispatchEvent(new PopStateEvent("popstate"));`);
  await page.locator("h1:not([data-previous])").first().waitFor();
}
