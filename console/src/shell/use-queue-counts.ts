import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useLive } from "../kit/use-live.ts";
import { countsByPage } from "../pages/home/queue-info.ts";
import { useCan } from "../session/use-me.ts";

const everyMs = 30_000;

/** Items that need attention, by the path of their operations page. */
export function useQueueCounts(isEnabled: boolean): ReadonlyMap<string, number> {
  const mayRead = useCan("overview.read");
  const { data } = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => get("/console/api/overview", { signal }),
    enabled: isEnabled && mayRead,
    ...useLive(everyMs),
  });
  return countsByPage(data?.queues ?? []);
}
