import { queryOptions } from "@tanstack/react-query";
import { get } from "../api/client.ts";

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => get("/console/api/me", { signal }),
  staleTime: 60_000,
  retry: false,
});
