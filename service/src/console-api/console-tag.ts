import type { Tag } from "../http/route.ts";

export const consoleTag: Tag = {
  name: "Console",
  description: "The API of the console's pages. Internal: it changes with the console without notice.",
};

/** Path prefix of all console endpoints. */
export const consolePath = "/console/api";
/** Path prefix of the endpoints within one tenant and network. */
export const workspacePath = `${consolePath}/workspaces/{tenant_id}/{network}`;
