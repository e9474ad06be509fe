import type { Answered } from "../../api/client.ts";

/** Somebody who may use the console. */
export type Person = Answered<"/console/api/people">["people"][number];
