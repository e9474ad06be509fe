import { useEffect, useState } from "react";

/**
 * A secret that is shown once. It is in the state of one component and nowhere else: not in a cache of answers, not in the
 * browser's history, and not in a page that the browser keeps for going back.
 */
export function useSecret<Secret>(): readonly [Secret | undefined, (secret: Secret | undefined) => void] {
  const [secret, setSecret] = useState<Secret>();
  useEffect(() => {
    const forget = () => setSecret(undefined);
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);
  return [secret, setSecret];
}
