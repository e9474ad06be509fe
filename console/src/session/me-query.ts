import { queryOptions } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import type { Me } from "./me.ts";

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => (await request("get", "/console/api/me", { signal })) as Me,
  staleTime: 60_000,
  retry: false,
});
