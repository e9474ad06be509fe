import { Argument, type Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";

interface AllowOptions extends JsonChoice {
  readonly any: boolean;
}

export function addRestrictionCommands(applications: Command, context: CommandContext): void {
  applications
    .command("allow-ip <client_id> [ranges...]")
    .description("Set the IP addresses that an application may be used from")
    .option("--any", "Allow any address", false)
    .addOption(jsonOption())
    .action((clientId: string, ranges: readonly string[], options: AllowOptions) =>
      allowIps(context, { clientId, ranges }, options),
    );
  applications
    .command("require-dpop <client_id>")
    .description("Require access tokens that are bound to a key (RFC 9449), or no longer")
    .addArgument(new Argument("<on_or_off>", "Whether they are required").choices(["on", "off"]))
    .addOption(jsonOption())
    .action((clientId: string, choice: "on" | "off", options: JsonChoice) =>
      requireDpop(context, { clientId, choice }, options),
    );
}

async function allowIps(
  context: CommandContext,
  { clientId, ranges }: { readonly clientId: string; readonly ranges: readonly string[] },
  { any, json }: AllowOptions,
): Promise<void> {
  if (any === ranges.length > 0) throw new UsageError("specify IP addresses or ranges, or --any");
  const { allowedIps } = await withAdmin(context, "applications allow-ip", (api, admin) =>
    api.restrictApplication(admin, { clientId, allowedIps: ranges }),
  );
  const shown = json ? [...allowedIps] : allowedIps.join(" ") || "any";
  printOne(context, { client_id: clientId, allowed_ips: shown }, { asJson: json });
}

async function requireDpop(
  context: CommandContext,
  { clientId, choice }: { readonly clientId: string; readonly choice: "on" | "off" },
  { json }: JsonChoice,
): Promise<void> {
  const { requiresDpop } = await withAdmin(context, "applications require-dpop", (api, admin) =>
    api.restrictApplication(admin, { clientId, requiresDpop: choice === "on" }),
  );
  printOne(context, { client_id: clientId, requires_dpop: requiresDpop }, { asJson: json });
}
