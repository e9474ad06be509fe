import type { AuditFilter, AuditView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

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

export function addAuditCommands(program: Command, surroundings: Surroundings): void {
  const audit = program.command("audit").description("who changed what, and when");
  withFilters(audit.command("list").description("list entries of the audit log, newest first"))
    .addOption(jsonOption())
    .action((options: FilterOptions & JsonChoice) => list(surroundings, options));
  withFilters(
    audit
      .command("export")
      .description("write every entry as a line of JSON, newest first, however many there are"),
    { isSinceMandatory: true },
  ).action((options: FilterOptions) => exportLines(surroundings, options));
}

function withFilters(command: Command, { isSinceMandatory = false } = {}): Command {
  return command
    .option("--tenant <id>", "only the log of this managing account")
    .option("--platform", "only what the service did to itself", false)
    .option("--account <id>", "only what concerns this account")
    .option("--subject <id>", "only what was done to this thing")
    .option("--actor <name>", "only what this application, person, operator or job did")
    .option("--action <action>", "only this action, such as application.revoke")
    .option("--request <id>", "only what this request did")
    .addOption(
      new Option(
        "--since <moment>",
        "only from this moment on, such as 2026-11-15T00:00:00Z",
      ).makeOptionMandatory(isSinceMandatory),
    )
    .option("--until <moment>", "only before this moment");
}

async function list(surroundings: Surroundings, options: FilterOptions & JsonChoice): Promise<void> {
  const filter = filterOf(options);
  const { items, isComplete } = await withAdmin(surroundings, "audit list", (door, admin) =>
    door.listAudit(admin, filter),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: ["at", "actor_type", "actor", "action", "subject_id", "after"],
    asJson: options.json,
    noun: "entries",
    isComplete,
  });
}

async function exportLines(surroundings: Surroundings, options: FilterOptions): Promise<void> {
  const filter = filterOf(options);
  await withAdmin(surroundings, "audit export", async (door, admin) => {
    for await (const page of door.exportAudit(admin, filter)) {
      surroundings.stdout.write(page.map((entry) => `${JSON.stringify(present(entry))}\n`).join(""));
      await surroundings.stdout.written?.();
    }
  });
}

function filterOf(options: FilterOptions): AuditFilter {
  const { tenant, platform, account, subject, actor, action, request, since, until } = options;
  if (platform && tenant !== undefined) throw new UsageError("give --tenant or --platform, not both");
  const tenantId = platform ? "platform" : tenant;
  const wished = {
    tenantId,
    accountId: account,
    subjectId: subject,
    actor,
    action,
    requestId: request,
    since,
    until,
  };
  return Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined));
}

function present(entry: AuditView): Shown {
  return {
    id: entry.id,
    at: entry.at,
    tenant_id: entry.tenantId ?? null,
    network: entry.network ?? null,
    account_id: entry.accountId ?? null,
    actor_type: entry.actorType,
    actor: entry.actor,
    request_id: entry.requestId ?? null,
    action: entry.action,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    before: entry.before ?? null,
    after: entry.after ?? null,
  };
}
