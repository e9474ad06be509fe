import { withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, listCommand } from "../admin-command.ts";
import { defaultOneOf, network, optional } from "../command-options.ts";
import { writeWholeFile } from "../whole-file.ts";

export const reportCommands: CommandGroup = {
  name: "reports",
  description: "Statements, trial balance, reconciliation and others",
  commands: [
    listCommand("list", {
      description: "List the reports with their parameters",
      run: async (api) => api.listReports(),
      noun: "reports",
      columns: "name title scope parameters",
    }),
    command("run <report>", {
      description: "Make a report",
      options: [
        optional("--tenant <id>", "Managing account, for reports of one tenant"),
        network,
        defaultOneOf("--format <format>", "File format", { values: ["pdf", "csv", "json"], fallback: "csv" }),
        optional("--period <period>", "Period relative to today, such as last_month or yesterday"),
        optional("--from <date>", "First day, such as 2026-11-01"),
        optional("--to <date>", "Last day (inclusive)"),
        optional("--time-zone <zone>", "Time zone of the days, such as America/New_York; UTC by default"),
        optional("--account <id>", "Account of a statement"),
        optional("--asset <code>", "Only this asset of a statement"),
        optional("--actor <actor>", "Only changes of this actor, in an audit extract"),
        optional("--action <action>", "Only this action, such as transfer.create, in an audit extract"),
        optional("--out <file>", "Write to a file instead of standard output"),
      ],
      run: async ({ context, name, input }) => {
        const { tenant: tenantId, account: account_id, asset, actor, action, out, ...request } = input;
        const { stdout, stderr } = context;
        const given = Object.entries({ account_id, asset, actor, action });
        const parameters = Object.fromEntries(
          given.filter((entry): entry is [string, string] => entry[1] !== undefined),
        );
        await withAdmin(context, name, async (api, admin) => {
          const pieces = await api.runReport(admin, { ...request, tenantId, parameters });
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
      },
    }),
  ],
};
