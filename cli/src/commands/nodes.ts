import { type CommandGroup, listCommand } from "../admin-command.ts";

export const nodeCommands: CommandGroup = {
  name: "nodes",
  description: "Inspect the processes of the service",
  commands: [
    listCommand("list", {
      description: "List nodes with a heartbeat within the last day, newest first",
      run: async (api, admin) =>
        (await api.listNodes(admin)).map((node) => {
          const presented = api.presentNode(node);
          return { ...presented, status: statusOf(presented) };
        }),
      noun: "nodes",
      columns: "id host status roles version build started",
    }),
  ],
};

interface NodeStatus {
  readonly is_gone: boolean;
  readonly draining_since: string | null;
}

function statusOf({ is_gone: isGone, draining_since: drainingSince }: NodeStatus): string {
  if (isGone) return "gone";
  return drainingSince === null ? "running" : "draining";
}
