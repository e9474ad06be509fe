import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningService } from "./start-service.ts";

/** The demo account of a service, and its application on testnet. */
export interface DemoAccount {
  readonly account_id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface DemoFile {
  readonly accounts: readonly [
    {
      readonly id: string;
      readonly applications: readonly [{ readonly client_id: string; readonly client_secret: string }];
    },
  ];
}

export async function demoAccountOf({ dataFolder }: RunningService): Promise<DemoAccount> {
  const file: DemoFile = JSON.parse(await readFile(join(dataFolder, "demo-credentials.json"), "utf8"));
  const [{ id, applications }] = file.accounts;
  const [{ client_id: clientId, client_secret: clientSecret }] = applications;
  return { account_id: id, clientId, clientSecret };
}
