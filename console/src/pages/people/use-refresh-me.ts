import { useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../../session/me-query.ts";

/** After one's own factors changed: what the console knows of oneself is asked again. */
export function useRefreshMe(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
