import type { ReportRunRequest } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";
import { writeWholeFile } from "../whole-file.ts";

interface RunOptions
  extends Pick<ReportRunRequest, "network" | "format" | "period" | "from" | "to" | "timeZone"> {
  readonly tenant?: string;
  readonly account?: string;
  readonly asset?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly out?: string;
}

export function addReportCommands(program: Command, context: CommandContext): void {
  const reports = program
    .command("reports")
    .description("Statements, trial balance, reconciliation and others");
  reports
    .command("list")
    .description("List the reports with their parameters")
    .addOption(jsonOption())
    .action((options: JsonChoice) => list(context, options));
  reports
    .command("run <report>")
    .description("Make a report")
    .option("--tenant <id>", "Managing account, for reports of one tenant")
    .addOption(
      new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory(),
    )
    .addOption(
      new Option("--format <format>", "File format").choices(["pdf", "csv", "json"]).default("csv", "csv"),
    )
    .option("--period <period>", "Period relative to today, such as last_month or yesterday")
    .option("--from <date>", "First day, such as 2026-11-01")
    .option("--to <date>", "Last day (inclusive)")
    .option("--time-zone <zone>", "Time zone of the days, such as America/New_York; UTC by default")
    .option("--account <id>", "Account of a statement")
    .option("--asset <code>", "Only this asset of a statement")
    .option("--actor <actor>", "Only changes of this actor, in an audit extract")
    .option("--action <action>", "Only this action, such as transfer.create, in an audit extract")
    .option("--out <file>", "Write to a file instead of standard output")
    .action((report: string, options: RunOptions) => run(context, report, options));
}

async function list(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "reports list", async (api) => api.listReports());
  printList(context, {
    items: items.map((item) => ({ ...item })),
    columns: ["name", "title", "scope", "parameters"],
    asJson: json,
    noun: "reports",
    isComplete: true,
  });
}

async function run(context: CommandContext, report: string, options: RunOptions): Promise<void> {
  const { tenant, network, format, period, from, to, timeZone, out } = options;
  const { account: account_id, asset, actor, action } = options;
  const { stdout, stderr } = context;
  const given = Object.entries({ account_id, asset, actor, action });
  const parameters = Object.fromEntries(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const request = { report, tenantId: tenant, network, format, period, from, to, timeZone, parameters };
  await withAdmin(context, "reports run", async (api, admin) => {
    const pieces = await api.runReport(admin, request);
    if (out !== undefined) {
      await writeWholeFile(out, pieces);
      stderr.write(`Report written to ${out}\n`);
      return;
    }
    for await (const piece of pieces) {
      stdout.write(piece);
      await stdout.written?.();
    }
  });
}
