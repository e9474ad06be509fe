import type { StatementRequest } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";
import { writeWholeFile } from "../whole-file.ts";

interface JournalOptions {
  readonly tenant: string;
  readonly network: "testnet" | "mainnet";
}

interface BalancesOptions extends JournalOptions, JsonChoice {
  readonly kind?: string;
  readonly owner?: string;
  readonly chain?: string;
  readonly asset?: string;
}

interface TotalsOptions extends JsonChoice {
  readonly network: "testnet" | "mainnet";
  readonly asset: string;
}

interface StatementOptions
  extends JournalOptions,
    Pick<StatementRequest, "account" | "from" | "to" | "format"> {
  readonly holds: boolean;
  readonly out?: string;
}

export function addLedgerAccountCommands(ledger: Command, context: CommandContext): void {
  withJournal(ledger.command("balances").description("List the accounts of a journal with their balances"))
    .option("--kind <kind>", "Filter by account kind, such as wallet or supply")
    .option("--owner <owner>", "Filter by owner")
    .option("--chain <chain>", "Filter by chain")
    .option("--asset <code>", "Filter by asset")
    .addOption(jsonOption())
    .action((options: BalancesOptions) => balances(context, options));
  withNetwork(
    ledger.command("totals").description("Sum an asset across all journals, by account kind and chain"),
  )
    .requiredOption("--asset <code>", "Asset, such as USD")
    .addOption(jsonOption())
    .action((options: TotalsOptions) => totals(context, options));
  withJournal(ledger.command("statement").description("Export an account statement for a period"))
    .requiredOption("--account <path>", "Account, as kind/OWNER/CHAIN/ASSET")
    .requiredOption("--from <time>", "Start of the period (inclusive), such as 2026-11-01T00:00:00Z")
    .requiredOption("--to <time>", "End of the period (exclusive)")
    .addOption(
      new Option("--format <format>", "Output format").choices(["json", "csv"]).default("json", "json"),
    )
    .option(
      "--holds",
      "Include holds and voids, which affect the available but not the posted balance",
      false,
    )
    .option("--out <file>", "Write to a file instead of standard output")
    .action((options: StatementOptions) => statement(context, options));
}

function withJournal(command: Command): Command {
  return withNetwork(command.requiredOption("--tenant <id>", "Managing account that owns the journal"));
}

function withNetwork(command: Command): Command {
  return command.addOption(
    new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory(),
  );
}

async function balances(context: CommandContext, options: BalancesOptions): Promise<void> {
  const { tenant, network, kind, owner, chain, asset, json } = options;
  const filter = Object.fromEntries(
    Object.entries({ kind, owner, chain, asset }).filter(([, value]) => value !== undefined),
  );
  const { items, isComplete } = await withAdmin(context, "ledger balances", (api, admin) =>
    api.listLedgerBalances(admin, { tenantId: tenant, network, ...filter }),
  );
  printList(context, {
    items: items.map((item) => ({ ...item })),
    columns: ["account", "posted", "held", "available"],
    asJson: json,
    noun: "accounts",
    isComplete,
  });
}

async function totals(context: CommandContext, { network, asset, json }: TotalsOptions): Promise<void> {
  const items = await withAdmin(context, "ledger totals", (api, admin) =>
    api.listLedgerTotals(admin, { network, asset }),
  );
  printList(context, {
    items: items.map(({ chain, ...item }) => ({ ...item, chain: chain ?? null })),
    columns: ["kind", "chain", "posted"],
    asJson: json,
    noun: "accounts",
    isComplete: true,
  });
}

async function statement(context: CommandContext, options: StatementOptions): Promise<void> {
  const { tenant, network, account, from, to, format, holds, out } = options;
  const { stdout, stderr } = context;
  const request = { tenantId: tenant, network, account, from, to, format, includesHolds: holds };
  await withAdmin(context, "ledger statement", async (api, admin) => {
    const pieces = api.exportStatement(admin, request);
    if (out !== undefined) {
      await writeWholeFile(out, pieces);
      stderr.write(`Statement written to ${out}\n`);
      return;
    }
    for await (const piece of pieces) {
      stdout.write(piece);
      await stdout.written?.();
    }
  });
}
