import type { ResponseBody } from "../api/client.ts";

/** The signed-in user and their permissions. */
export type Me = ResponseBody<"/console/api/me">;
