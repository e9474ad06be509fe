import { Skeleton, Stack } from "@mantine/core";

/** Stands where a page about one thing will be. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading">
      <Skeleton height={140} />
      <Skeleton height={280} />
    </Stack>
  );
}
