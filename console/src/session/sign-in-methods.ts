import { queryOptions } from "@tanstack/react-query";
import { get } from "../api/client.ts";

/** How users sign in here; it changes only when the service restarts. */
export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-methods"],
  queryFn: ({ signal }) => get("/console/api/sign-in/methods", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
