import type { Answered } from "../api/client.ts";

/** Who is signed in, and what that person may do. */
export type Me = Answered<"/console/api/me">;
