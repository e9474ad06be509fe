import type { ResponseBody } from "../../api/client.ts";

/** A console user. */
export type User = ResponseBody<"/console/api/users">["users"][number];
