import type { Network } from "@florin/sdk";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import type { McpInput } from "../mcp/mcp.ts";
import { profileOption } from "../profiles/profile-option.ts";

interface McpOptions {
  readonly network?: Network;
  readonly profile?: string;
  readonly allowTransfers: boolean;
  readonly readOnly: boolean;
  readonly limit?: readonly string[];
  readonly state?: string;
  readonly http?: number;
  readonly host: string;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
}

export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command("mcp")
    .description("Serve Florin's API to agents: a Model Context Protocol server over stdio or HTTP")
    .addOption(
      new Option(
        "--network <network>",
        "Network of the application (default: that of the profile, or testnet)",
      ).choices(["testnet", "mainnet"]),
    )
    .addOption(profileOption())
    .option("--read-only", "No tools that change something, also on testnet", false)
    .option("--allow-transfers", "Allow transfers on mainnet; needs --limit", false)
    .option("--limit <amount...>", "Spending limit, such as 500 USD, or 500 USD per day")
    .option("--state <file>", "File of what was spent (default: in ~/.local/state/florin)")
    .addOption(
      new Option("--http <port>", "Serve streamable HTTP on this port instead of stdio").argParser(readPort),
    )
    .addOption(new Option("--host <address>", "Address for HTTP").default("127.0.0.1", "127.0.0.1"))
    .addOption(
      new Option("--allow-host <host...>", "Further Host headers, such as mcp.example.com").default([]),
    )
    .addOption(new Option("--allow-origin <origin...>", "Origins of web pages that may connect").default([]))
    .action((options: McpOptions) => serve(context, options));
}

/** Loaded on demand, so that other commands start faster. */
async function serve(context: CommandContext, options: McpOptions): Promise<void> {
  const { serveMcp } = await import("../mcp/mcp.ts");
  await serveMcp(context, inputOf(options));
}

function inputOf(options: McpOptions): McpInput {
  const { http, host, allowHost, allowOrigin } = options;
  return {
    network: options.network,
    profile: options.profile,
    allowsTransfers: options.allowTransfers,
    isReadOnly: options.readOnly,
    limit: options.limit?.join(" "),
    statePath: options.state,
    http: http === undefined ? undefined : { port: http, host, hosts: allowHost, origins: allowOrigin },
  };
}

const maxPort = 65_535;

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= maxPort) return Number(text);
  throw new InvalidArgumentError("Use a port such as 7800, or 0 for any.");
}
