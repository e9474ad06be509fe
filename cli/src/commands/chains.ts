import { type CommandGroup, listCommand } from "../admin-command.ts";
import { withSnakeCase } from "../output.ts";

export const chainCommands: CommandGroup = {
  name: "chains",
  description: "Inspect chain operations",
  commands: [
    listCommand("work", {
      description: "Count pending chain operations by chain and state",
      run: (api, admin) => api.listOpenWork(admin),
      noun: "pending chain operations",
      columns: "network chain state count oldest_seconds",
      view: (work) => withSnakeCase({ ...work, oldestSeconds: Math.round(work.oldestSeconds) }),
    }),
  ],
};
