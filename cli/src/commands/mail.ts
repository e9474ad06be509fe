import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";

interface ListOptions extends JsonChoice {
  readonly state?: string;
}

interface TestOptions extends JsonChoice {
  readonly to: string;
}

export function addMailCommands(program: Command, context: CommandContext): void {
  const mail = program.command("mail").description("Manage emails to console users");
  mail
    .command("list")
    .description("List emails of the last 30 days, newest first")
    .option("--state <state>", "Filter by state: queued, sent, refused or dropped")
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  mail
    .command("retry <id>")
    .description("Send an email again that failed too often")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => retry(context, id, options));
  mail
    .command("test")
    .description("Send a test email")
    .requiredOption("--to <email>", "Recipient")
    .addOption(jsonOption())
    .action((options: TestOptions) => test(context, options));
}

async function list(context: CommandContext, { state, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "mail list", async (api, admin) =>
    api.presentItems(await api.listMails(admin, state === undefined ? {} : { state }), api.presentMail),
  );
  printList(context, {
    items: items.map((mail) => shown(mail)),
    columns: ["id", "kind", "state", "attempts", "created", "last_error"],
    asJson: json,
    noun: "emails",
    isComplete,
  });
}

async function retry(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  await withAdmin(context, "mail retry", (api, admin) => api.retryMail(admin, id));
  printOne(context, { retried: id }, { asJson: json });
}

async function test(context: CommandContext, { to, json }: TestOptions): Promise<void> {
  const { outcome } = await withAdmin(context, "mail test", (api, admin) => api.sendTestMail(admin, to));
  printOne(context, { to, outcome }, { asJson: json });
}
