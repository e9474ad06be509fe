import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";

interface DeadOptions extends JsonChoice {
  readonly kind?: string;
}

interface RetryOptions extends JsonChoice {
  readonly kind?: string;
  readonly all: boolean;
}

interface DiscardOptions extends YesChoice, JsonChoice {
  readonly reason: string;
}

export function addJobCommands(program: Command, context: CommandContext): void {
  const jobs = program.command("jobs").description("Manage dead jobs, which failed too often");
  jobs
    .command("dead")
    .description("List dead jobs, newest first")
    .option("--kind <kind>", "Filter by job type")
    .addOption(jsonOption())
    .action((options: DeadOptions) => listDead(context, options));
  jobs
    .command("retry [ids...]")
    .description("Requeue dead jobs, all of the given ids or none")
    .option("--kind <kind>", "Job type; requires --all")
    .option("--all", "Retry every dead job of the type given by --kind", false)
    .addOption(jsonOption())
    .action((ids: readonly string[], options: RetryOptions) => retry(context, ids, options));
  jobs
    .command("discard <id>")
    .description("Discard a dead job; the record and the reason are kept")
    .requiredOption("--reason <text>", "Why the job is not needed")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DiscardOptions) => discard(context, id, options));
}

async function listDead(context: CommandContext, { kind, json }: DeadOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "jobs dead", async (api, admin) =>
    api.presentItems(await api.listDeadJobs(admin, kind === undefined ? {} : { kind }), api.presentDeadJob),
  );
  printList(context, {
    items: items.map((job) => shown(job)),
    columns: ["id", "kind", "attempts", "died", "last_error"],
    asJson: json,
    noun: "dead jobs",
    isComplete,
  });
}

async function retry(
  context: CommandContext,
  ids: readonly string[],
  { kind, all, json }: RetryOptions,
): Promise<void> {
  const isByKind = kind !== undefined && all;
  if (isByKind === ids.length > 0 || isByKind !== (kind !== undefined || all)) {
    throw new UsageError("specify job ids, or --kind together with --all");
  }
  const retried = await withAdmin(context, "jobs retry", async (api, admin) =>
    isByKind ? api.retryDeadJobsOfKind(admin, kind) : (await api.retryDeadJobs(admin, ids)).length,
  );
  printOne(context, { retried }, { asJson: json });
}

async function discard(
  context: CommandContext,
  id: string,
  { reason, yes, json }: DiscardOptions,
): Promise<void> {
  await confirm(context, { consequence: `Job ${id} will never run.`, isConfirmed: yes });
  await withAdmin(context, "jobs discard", (api, admin) => api.discardDeadJob(admin, { id, reason }));
  printOne(context, { discarded: id, reason }, { asJson: json });
}
