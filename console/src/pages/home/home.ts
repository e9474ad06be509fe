import type { ResponseBody } from "../../api/client.ts";

/** Summary of a workspace. */
export type Home = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/home">;
export type Overview = ResponseBody<"/console/api/overview">;
