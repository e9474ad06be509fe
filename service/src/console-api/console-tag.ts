import type { Tag } from "../http/route.ts";

export const consoleTag: Tag = {
  name: "Console",
  description: "What the console's pages call. It changes with the console and is promised to nobody else.",
};

/** Where everything that the console calls begins. */
export const consolePath = "/console/api";
/** Where everything begins that happens inside of one tenant and network. */
export const workspacePath = `${consolePath}/workspaces/{tenant_id}/{network}`;
