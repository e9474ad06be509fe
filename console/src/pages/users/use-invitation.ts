import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "../../api/client.ts";

export type SeenInvitation = Awaited<ReturnType<typeof look>>;

/**
 * The invitation in the address bar. The token after "#" is removed from the bar immediately, so that it does not stay
 * in the browser history; it is kept in component state only.
 */
export function useInvitation() {
  const [{ token, number }, setLink] = useState(() => ({ token: tokenInBar(), number: 1 }));
  useEffect(() => {
    clearBar();
    // Opening another link on the same page changes only the hash.
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
    // The token must not be part of a cache key.
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
