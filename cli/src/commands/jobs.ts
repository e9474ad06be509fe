import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { flag, optional, required } from "../command-options.ts";
import { UsageError } from "../failure.ts";

export const jobCommands: CommandGroup = {
  name: "jobs",
  description: "Manage dead jobs, which failed too often",
  commands: [
    listCommand("dead", {
      description: "List dead jobs, newest first",
      options: [optional("--kind <kind>", "Filter by job type")],
      run: async (api, admin, filter) =>
        api.presentItems(await api.listDeadJobs(admin, filter), api.presentDeadJob),
      noun: "dead jobs",
      columns: "id kind attempts died last_error",
    }),
    itemCommand("retry [ids...]", {
      description: "Requeue dead jobs, all of the given ids or none",
      options: [
        optional("--kind <kind>", "Job type; requires --all"),
        flag("--all", "Retry every dead job of the type given by --kind"),
      ],
      check: ({ ids, kind, all }) => {
        const isByKind = kind !== undefined && all;
        if (isByKind === ids.length > 0 || isByKind !== (kind !== undefined || all)) {
          throw new UsageError("specify job ids, or --kind together with --all");
        }
      },
      run: async (api, admin, { ids, kind }) => ({
        retried:
          kind === undefined
            ? (await api.retryDeadJobs(admin, ids)).length
            : await api.retryDeadJobsOfKind(admin, kind),
      }),
    }),
    itemCommand("discard <id>", {
      description: "Discard a dead job; the record and the reason are kept",
      options: [required("--reason <text>", "Why the job is not needed")],
      consequence: ({ id }) => `Job ${id} will never run.`,
      run: async (api, admin, input) => {
        await api.discardDeadJob(admin, input);
        return { discarded: input.id, reason: input.reason };
      },
    }),
  ],
};
