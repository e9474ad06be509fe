import { queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../../api/client.ts";

export type Chain = ResponseBody<"/console/api/chains">["chains"][number];

export function chainsQuery() {
  return queryOptions({
    queryKey: ["chains"],
    queryFn: ({ signal }) => get("/console/api/chains", { signal }),
  });
}
