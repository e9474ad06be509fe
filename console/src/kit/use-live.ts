const everyMs = 4000;

/**
 * For lists that move by themselves: `useQuery({ …, ...useLive() })`. Asks again every few seconds; a page that nobody
 * looks at asks nothing, and asks at once when it is looked at again.
 */
export function useLive(intervalMs = everyMs): {
  readonly refetchInterval: number;
  readonly refetchIntervalInBackground: false;
  readonly refetchOnWindowFocus: true;
} {
  return { refetchInterval: intervalMs, refetchIntervalInBackground: false, refetchOnWindowFocus: true };
}
