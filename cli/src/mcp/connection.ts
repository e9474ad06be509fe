import { createHash } from "node:crypto";
import { createFlorin, type Florin, type Hooks, type Network } from "@florin/sdk";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";

/** An application at a service. */
export interface Connection {
  readonly network: Network;
  readonly baseUrl: string;
  /** A short name for files that belong to this application. */
  readonly fingerprint: string;
  createClient(hooks: Hooks): Florin;
}

/** From the environment, so that no secret is in an argument. */
export function connectionFrom(environment: CommandContext["environment"], network: Network): Connection {
  const baseUrl = required(environment, "FLORIN_BASE_URL");
  const clientId = required(environment, "FLORIN_CLIENT_ID");
  const clientSecret = required(environment, "FLORIN_CLIENT_SECRET");
  const credentials = { clientId, clientSecret };
  if (!URL.canParse(baseUrl))
    throw new UsageError("FLORIN_BASE_URL is not a URL such as http://127.0.0.1:8080");
  return {
    network,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    fingerprint: createHash("sha256").update(`${network}\n${clientId}`).digest("hex").slice(0, 16),
    createClient: (hooks) => createFlorin({ network, baseUrl, credentials, hooks }),
  };
}

function required(environment: CommandContext["environment"], name: string): string {
  const value = environment[name] ?? "";
  if (value === "")
    throw new UsageError(`${name} is not set; florin mcp needs the credentials of an application`);
  return value;
}
