import type { AuditFilter } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";
import { addAuditChainCommands } from "./audit-chains.ts";

interface FilterOptions {
  readonly tenant?: string;
  readonly platform: boolean;
  readonly account?: string;
  readonly subject?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly request?: string;
  readonly since?: string;
  readonly until?: string;
}

export function addAuditCommands(program: Command, context: CommandContext): void {
  const audit = program
    .command("audit")
    .description("Read and verify the audit log: who changed what, and when");
  withFilters(audit.command("list").description("List audit log entries, newest first"))
    .addOption(jsonOption())
    .action((options: FilterOptions & JsonChoice) => list(context, options));
  withFilters(audit.command("export").description("Export all entries as JSON Lines, newest first"), {
    isSinceMandatory: true,
  }).action((options: FilterOptions) => exportLines(context, options));
  addAuditChainCommands(audit, context);
}

function withFilters(command: Command, { isSinceMandatory = false } = {}): Command {
  return command
    .option("--tenant <id>", "Filter by managing account")
    .option("--platform", "Only platform entries, which belong to no managing account", false)
    .option("--account <id>", "Filter by account")
    .option("--subject <id>", "Filter by the id of the target")
    .option("--actor <name>", "Filter by actor: an application, user, operator or job")
    .option("--action <action>", "Filter by action, such as application.revoke")
    .option("--request <id>", "Filter by request id")
    .addOption(
      new Option(
        "--since <time>",
        "Only entries at or after this time, such as 2026-11-15T00:00:00Z",
      ).makeOptionMandatory(isSinceMandatory),
    )
    .option("--until <time>", "Only entries before this time");
}

async function list(context: CommandContext, options: FilterOptions & JsonChoice): Promise<void> {
  const filter = filterOf(options);
  const { items, isComplete } = await withAdmin(context, "audit list", async (api, admin) =>
    api.presentItems(await api.listAudit(admin, filter), api.presentAuditEntry),
  );
  printList(context, {
    items,
    columns: ["at", "actor_type", "actor", "action", "subject_id", "after"],
    asJson: options.json,
    noun: "audit log entries",
    isComplete,
  });
}

async function exportLines(context: CommandContext, options: FilterOptions): Promise<void> {
  const filter = filterOf(options);
  await withAdmin(context, "audit export", async (api, admin) => {
    for await (const page of api.exportAudit(admin, filter)) {
      context.stdout.write(page.map((entry) => `${JSON.stringify(api.presentAuditEntry(entry))}\n`).join(""));
      await context.stdout.written?.();
    }
  });
}

function filterOf({ tenant, platform, account, subject, request, ...filter }: FilterOptions): AuditFilter {
  if (platform && tenant !== undefined) throw new UsageError("specify --tenant or --platform, not both");
  const { actor, action, since, until } = filter;
  return {
    tenantId: platform ? "platform" : tenant,
    accountId: account,
    subjectId: subject,
    requestId: request,
    actor,
    action,
    since,
    until,
  };
}
