const everyMs = 4000;

/**
 * Polling for live lists: `useQuery({ …, ...useLive() })`. Refetches every few seconds while the page is visible, and
 * immediately when it becomes visible again.
 */
export function useLive(intervalMs = everyMs): {
  readonly refetchInterval: number;
  readonly refetchIntervalInBackground: false;
  readonly refetchOnWindowFocus: true;
} {
  return { refetchInterval: intervalMs, refetchIntervalInBackground: false, refetchOnWindowFocus: true };
}
