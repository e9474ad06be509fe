import type { DeadJobView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

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

export function addJobCommands(program: Command, surroundings: Surroundings): void {
  const jobs = program.command("jobs").description("work that failed too often and waits for a person");
  jobs
    .command("dead")
    .description("list dead jobs, newest first")
    .option("--kind <kind>", "only those of this kind")
    .addOption(jsonOption())
    .action((options: DeadOptions) => listDead(surroundings, options));
  jobs
    .command("retry [ids...]")
    .description("put dead jobs back into the queue, all that are named or none")
    .option("--kind <kind>", "with --all: every dead job of this kind")
    .option("--all", "with --kind: every dead job of that kind", false)
    .addOption(jsonOption())
    .action((ids: readonly string[], options: RetryOptions) => retry(surroundings, ids, options));
  jobs
    .command("discard <id>")
    .description("give a dead job up; it is kept as a record, with the reason")
    .requiredOption("--reason <text>", "why the work need not be done")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DiscardOptions) => discard(surroundings, id, options));
}

async function listDead(surroundings: Surroundings, { kind, json }: DeadOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "jobs dead", (door, admin) =>
    door.listDeadJobs(admin, kind === undefined ? {} : { kind }),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: ["id", "kind", "attempts", "died", "last_error"],
    asJson: json,
    noun: "dead jobs",
    isComplete,
  });
}

async function retry(
  surroundings: Surroundings,
  ids: readonly string[],
  { kind, all, json }: RetryOptions,
): Promise<void> {
  const isByKind = kind !== undefined && all;
  if (isByKind === ids.length > 0 || isByKind !== (kind !== undefined || all)) {
    throw new UsageError("name the jobs by their ids, or give --kind and --all together");
  }
  const retried = await withAdmin(surroundings, "jobs retry", async (door, admin) =>
    isByKind ? door.retryDeadJobsOfKind(admin, kind) : (await door.retryDeadJobs(admin, ids)).length,
  );
  printOne(surroundings, { retried }, { asJson: json });
}

async function discard(
  surroundings: Surroundings,
  id: string,
  { reason, yes, json }: DiscardOptions,
): Promise<void> {
  await confirm(surroundings, { consequence: `The work of job ${id} will never be done.`, isConfirmed: yes });
  await withAdmin(surroundings, "jobs discard", (door, admin) => door.discardDeadJob(admin, { id, reason }));
  printOne(surroundings, { discarded: id, reason }, { asJson: json });
}

function present({ tenantId, network, lastError, ...job }: DeadJobView): Shown {
  const { id, kind, attempts, created, died, payload } = job;
  return {
    id,
    kind,
    tenant_id: tenantId ?? null,
    network: network ?? null,
    attempts,
    last_error: lastError,
    created,
    died,
    payload,
  };
}
