import { spawn } from "node:child_process";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../failure.ts";
import { fieldOf, textOf } from "../json-fields.ts";
import { type ApiClient, openClient, withApiErrors } from "./client.ts";

/** Pages of a workspace without an id. */
const pages = new Set([
  "",
  "accounts",
  "addresses",
  "applications",
  "approval-rules",
  "approvals",
  "automations",
  "balances",
  "developers",
  "events",
  "ledger",
  "members",
  "payments",
  "requests",
  "tokens",
  "transfers",
  "webhooks",
]);

interface Kind {
  readonly resource: string;
  readonly method?: string;
  readonly name: string;
  /** Path of the page in the workspace. */
  readonly page: (id: string, found: unknown, accountId: string) => string;
}

const kinds: readonly Kind[] = [
  { resource: "transfers", name: "transfer_id", page: (id) => `transfers/${id}` },
  { resource: "payments", name: "payment_id", page: (id) => `payments/${id}` },
  { resource: "addresses", name: "address_id", page: (id) => `addresses/${id}` },
  { resource: "accounts", name: "account_id", page: (id) => `accounts/${id}` },
  {
    resource: "tokens",
    name: "value_type",
    page: (_, found) => `tokens/${textOf(found, "value_type") ?? ""}`,
  },
  { resource: "tokenMints", name: "mint_id", page: (_, found) => tokenPage(fieldOf(found, "destination")) },
  { resource: "tokenBurns", name: "burn_id", page: (_, found) => tokenPage(fieldOf(found, "source")) },
  {
    resource: "tokenTransfers",
    name: "transfer_id",
    page: (_, found) => tokenPage(fieldOf(found, "source")),
  },
  {
    resource: "automations",
    name: "automation_id",
    page: (id, _, accountId) => `automations/${accountId}/${id}`,
  },
  { resource: "approvals", name: "approval_id", page: (id) => `approvals/${id}` },
  { resource: "events", name: "event_id", page: (id, _, accountId) => `events/${accountId}/${id}` },
  {
    resource: "webhooks",
    method: "getSubscription",
    name: "subscription_id",
    page: (id, _, accountId) => `webhooks/${accountId}/${id}`,
  },
  {
    resource: "webhooks",
    method: "getDelivery",
    name: "delivery_id",
    page: (id, found, accountId) =>
      `webhooks/${accountId}/${textOf(found, "subscription_id") ?? ""}/deliveries/${id}`,
  },
];

function tokenPage(end: unknown): string {
  return `tokens/${textOf(end, "value_type") ?? ""}`;
}

/** Prints the URL of a console page; on a terminal, also opens it. */
export function openPage(
  context: CommandContext,
  { id, profile }: { readonly id: string; readonly profile: string | undefined },
): Promise<void> {
  return withApiErrors(context.signal, async () => {
    const client = await openClient(context, { profile });
    const accountId = await client.accountId();
    const path = pages.has(id) ? id : await pathOf(client, id, accountId);
    const url = `${consoleOrigin(client)}/console/w/${accountId}/${client.network}${path === "" ? "" : `/${path}`}`;
    context.stdout.write(`${url}\n`);
    if (context.stdout.terminalWidth !== undefined && context.ask !== undefined) openInBrowser(url);
  });
}

/** Passkeys need a name, so a local console is at `localhost`. */
function consoleOrigin({ apiUrl }: ApiClient): string {
  return apiUrl.replace("//127.0.0.1:", "//localhost:");
}

/** An id does not say what it is of, so all kinds are requested. */
async function pathOf(client: ApiClient, id: string, accountId: string): Promise<string> {
  const found = await Promise.all(
    kinds.map(async ({ resource, method = "get", name, page }) => {
      try {
        const input = { account_id: accountId, [name]: id };
        return page(id, await client.call(resource, method, pathOnly(resource, input)), accountId);
      } catch {
        return undefined;
      }
    }),
  );
  const path = found.find((candidate) => candidate !== undefined);
  if (path === undefined) throw new CommandError(`${id} is not an id that this application can read`);
  return path;
}

/** A token is in no account's path; an unknown parameter would be rejected. */
function pathOnly(resource: string, input: Readonly<Record<string, string>>): object {
  const { account_id: _account, ...rest } = input;
  return resource === "tokens" ? rest : input;
}

function openInBrowser(url: string): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(program, [url], { stdio: "ignore", detached: true });
  // Without such a program, the printed URL is enough.
  child.once("error", () => {});
  child.unref();
}
