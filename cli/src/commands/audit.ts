import type { AuditFilter } from "@florin/service/admin";
import { withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, listCommand } from "../admin-command.ts";
import { flag, optional, required } from "../command-options.ts";
import { UsageError } from "../failure.ts";
import { auditChainCommands } from "./audit-chains.ts";

const sinceText = "Only entries at or after this time, such as 2026-11-15T00:00:00Z";
const until = optional("--until <time>", "Only entries before this time");
const filters = [
  optional("--tenant <id>", "Filter by managing account"),
  flag("--platform", "Only platform entries, which belong to no managing account"),
  optional("--account <id>", "Filter by account"),
  optional("--subject <id>", "Filter by the id of the target"),
  optional("--actor <name>", "Filter by actor: an application, user, operator or job"),
  optional("--action <action>", "Filter by action, such as application.revoke"),
  optional("--request <id>", "Filter by request id"),
] as const;

export const auditCommands: CommandGroup = {
  name: "audit",
  description: "Read and verify the audit log: who changed what, and when",
  commands: [
    listCommand("list", {
      description: "List audit log entries, newest first",
      options: [...filters, optional("--since <time>", sinceText), until],
      check: filterOf,
      run: async (api, admin, input) =>
        api.presentItems(await api.listAudit(admin, filterOf(input)), api.presentAuditEntry),
      noun: "audit log entries",
      columns: "at actor_type actor action subject_id after",
    }),
    command("export", {
      description: "Export all entries as JSON Lines, newest first",
      options: [...filters, required("--since <time>", sinceText), until],
      run: async ({ context: { stdout }, context, name, input }) => {
        const filter = filterOf(input);
        await withAdmin(context, name, async (api, admin) => {
          for await (const page of api.exportAudit(admin, filter)) {
            stdout.write(page.map((entry) => `${JSON.stringify(api.presentAuditEntry(entry))}\n`).join(""));
            await stdout.written?.();
          }
        });
      },
    }),
    ...auditChainCommands,
  ],
};

interface FilterInput {
  readonly tenant?: string;
  readonly platform: boolean;
  readonly account?: string;
  readonly subject?: string;
  readonly request?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly since?: string;
  readonly until?: string;
}

function filterOf({ tenant, platform, account, subject, request, ...filter }: FilterInput): AuditFilter {
  if (platform && tenant !== undefined) throw new UsageError("specify --tenant or --platform, not both");
  const { actor, action, since, until: before } = filter;
  return {
    tenantId: platform ? "platform" : tenant,
    accountId: account,
    subjectId: subject,
    requestId: request,
    actor,
    action,
    since,
    until: before,
  };
}
