import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { createManagingAccount } from "../accounts/index.ts";
import { type ApplicationDeps, createApplication } from "../auth/index.ts";
import type { Config } from "../config.ts";
import { makeDataFolder } from "../db/data-folder.ts";
import type { Database, Transaction } from "../db/database.ts";
import { scopeNames } from "../http/scopes.ts";
import { systemCause } from "../kernel/cause.ts";
import { type Network, networks } from "../kernel/id.ts";
import { isFact, recordFact } from "./store.ts";

/** Content of `demo-credentials.json`. Scripts rely on it: fields may be added, never renamed. */
export interface DemoCredentials {
  readonly base_url: string;
  readonly auth_url: string;
  readonly accounts: readonly DemoAccount[];
}

interface DemoAccount {
  readonly id: string;
  readonly name: string;
  readonly kind: "standard" | "self_attested";
  readonly applications: readonly DemoApplication[];
}

interface DemoApplication {
  readonly network: Network;
  readonly client_id: string;
  readonly client_secret: string;
  readonly scopes: readonly string[];
}

interface DemoDeps extends ApplicationDeps {
  readonly database: Database;
  readonly config: Pick<Config, "dataFolder" | "baseUrl" | "authUrl">;
}

const ownerOnly = 0o600;
const cause = systemCause("startup.demo-accounts");
const fileName = "demo-credentials.json";

/** Creates the demo accounts once and returns their credentials; returns undefined on later starts. */
export async function createDemoAccounts(deps: DemoDeps): Promise<DemoCredentials | undefined> {
  const path = demoCredentialsPath(deps.config.dataFolder);
  await makeDataFolder(deps.config.dataFolder);
  const draftPath = `${path}.draft`;
  const credentials = await deps.database.transaction(async (tx) => {
    if (!(await recordFact(tx, { name: "demo_accounts_created", recordedAt: deps.clock.now() })))
      return undefined;
    const made = await makeAccounts(deps, tx);
    // Written before the commit, so that secrets in the database are always in a file, even after a crash.
    await writePrivately(draftPath, JSON.stringify(made, null, 2));
    return made;
  });
  await finishDraft(draftPath, path);
  if (credentials === undefined) await refreshAddresses(path, deps.config);
  return credentials;
}

export function demoCredentialsPath(dataFolder: string): string {
  return join(dataFolder, fileName);
}

/** True for a database of the local profile, whose secrets were shown on a terminal. */
export function holdsDemoAccounts(database: Database): Promise<boolean> {
  return isFact(database, { name: "demo_accounts_created" });
}

async function makeAccounts(deps: DemoDeps, tx: Transaction): Promise<DemoCredentials> {
  return {
    base_url: deps.config.baseUrl,
    auth_url: deps.config.authUrl,
    accounts: [
      await makeAccount(deps, tx, { name: "Demo Payments", kind: "standard" }),
      await makeAccount(deps, tx, { name: "Demo Tokenization", kind: "self_attested" }),
    ],
  };
}

async function makeAccount(
  deps: DemoDeps,
  tx: Transaction,
  { name, kind }: Pick<DemoAccount, "name" | "kind">,
): Promise<DemoAccount> {
  const account = await createManagingAccount(deps, tx, {
    name,
    businessName: `${name}, Inc.`,
    selfAttested: kind === "self_attested",
    cause,
  });
  const applications: DemoApplication[] = [];
  for (const network of networks) {
    const { application, clientSecret } = await createApplication(deps, tx, {
      tenantId: account.tenantId,
      accountId: account.id,
      network,
      name: `${name} ${network}`,
      scopes: scopeNames,
      cause,
    });
    const { id, scopes } = application;
    applications.push({ network, client_id: id, client_secret: clientSecret, scopes });
  }
  return { id: account.id, name, kind, applications };
}

async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, "w", ownerOnly);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Also completes, at the next start, a draft whose process was killed after the commit. */
async function finishDraft(draftPath: string, path: string): Promise<void> {
  try {
    await rename(draftPath, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** The service may have a new port since; scripts read the URLs from the file. */
async function refreshAddresses(path: string, { baseUrl, authUrl }: DemoDeps["config"]): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const kept = JSON.parse(text) as DemoCredentials;
  if (kept.base_url === baseUrl && kept.auth_url === authUrl) return;
  await writePrivately(
    `${path}.moved`,
    JSON.stringify({ ...kept, base_url: baseUrl, auth_url: authUrl }, null, 2),
  );
  await rename(`${path}.moved`, path);
}
