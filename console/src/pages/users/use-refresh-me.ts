import { useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../../session/me-query.ts";

/** Reloads the user after a change of their factors. */
export function useRefreshMe(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
