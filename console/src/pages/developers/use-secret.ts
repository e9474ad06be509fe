import { useEffect, useState } from "react";

/**
 * A secret that is shown once. It lives only in the state of one component: not in the query cache, the browser history
 * or the back/forward cache.
 */
export function useSecret<Secret>(): readonly [Secret | undefined, (secret: Secret | undefined) => void] {
  const [secret, setSecret] = useState<Secret>();
  useEffect(() => {
    const clear = () => setSecret(undefined);
    window.addEventListener("pagehide", clear);
    return () => window.removeEventListener("pagehide", clear);
  }, []);
  return [secret, setSecret];
}
