import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "../../api/client.ts";

export type SeenInvitation = Awaited<ReturnType<typeof look>>;

/**
 * What the link in the address bar is for. What stands behind its "#" is taken out of the bar at once, so that it stays
 * in no history; it lives in the state of the page alone.
 */
export function useInvitation() {
  const [{ token, number }, setLink] = useState(() => ({ token: tokenInBar(), number: 1 }));
  useEffect(() => {
    clearBar();
    // Another link that is opened on the same page changes only what stands behind the "#".
    const take = () => {
      const next = tokenInBar();
      if (next === undefined) return;
      setLink((before) => ({ token: next, number: before.number + 1 }));
      clearBar();
    };
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  const { data, error, isPending } = useQuery({
    // The token itself is kept out of the cache's keys.
    queryKey: ["invitation", number],
    queryFn: () => look(token ?? ""),
    enabled: token !== undefined,
    retry: false,
    gcTime: 0,
  });
  return { token, seen: data, error, isPending };
}

function look(token: string) {
  return send("post", "/console/api/invitations/look", { body: { token } });
}

function tokenInBar(): string | undefined {
  const text = location.hash.slice(1);
  return text === "" ? undefined : text;
}

function clearBar(): void {
  if (location.hash === "") return;
  history.replaceState(history.state, "", location.pathname + location.search);
}
