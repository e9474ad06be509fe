import { createHash } from "node:crypto";
import { createFlorin, type Florin, type Hooks, type Network } from "@florin/sdk";
import { sdkOptions } from "../api/client.ts";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";
import { findCredentials } from "../profiles/credentials.ts";

/** An application at a service. */
export interface Connection {
  readonly network: Network;
  readonly baseUrl: string;
  /** A short name for files that belong to this application. */
  readonly fingerprint: string;
  createClient(hooks: Hooks): Florin;
}

export interface ConnectionChoice {
  readonly profile: string | undefined;
  /** That of the profile by default, or testnet. */
  readonly network: Network | undefined;
}

/** With the credentials of every other command. */
export async function connectionFrom(
  context: CommandContext,
  { profile, network: requested }: ConnectionChoice,
): Promise<Connection> {
  const credentials = await findCredentials(context.environment, { profile });
  const { apiUrl, clientId, network: known, remark } = credentials;
  if (clientId === "")
    throw new UsageError("mcp gets its own tokens; set FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET, or log in");
  if (requested !== undefined && known !== undefined && requested !== known)
    throw new UsageError(`the credentials are for ${known}, not for ${requested}`);
  if (remark !== undefined) context.stderr.write(`${remark}\n`);
  const network = requested ?? known ?? "testnet";
  const options = await sdkOptions(context, credentials);
  return {
    network,
    baseUrl: apiUrl,
    fingerprint: createHash("sha256").update(`${network}\n${clientId}`).digest("hex").slice(0, 16),
    createClient: (hooks) => createFlorin({ ...options, network, hooks }),
  };
}
