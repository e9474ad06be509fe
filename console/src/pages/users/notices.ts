import { queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";

export type Mention = ResponseBody<"/console/api/me/notices">["mentions"][number];
export type Notice = ResponseBody<"/console/api/me/notices">["notices"][number];

/** Changes of access and credentials that the user is notified of. */
export const noticesQuery = queryOptions({
  queryKey: ["me", "notices"],
  queryFn: ({ signal }) => get("/console/api/me/notices", { signal }),
  staleTime: 60_000,
});
