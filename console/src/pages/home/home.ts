import type { Answered } from "../../api/client.ts";

/** A workspace at a glance, as the service tells it. */
export type Home = Answered<"/console/api/workspaces/{tenant_id}/{network}/home">;
export type Overview = Answered<"/console/api/overview">;
