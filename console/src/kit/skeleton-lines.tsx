import { Skeleton, Stack } from "@mantine/core";

interface SkeletonLinesProps {
  readonly count: number;
}

/** Placeholder for lines of text. */
export function SkeletonLines({ count }: SkeletonLinesProps) {
  return (
    <Stack gap="sm" aria-busy aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={index} height={16} width={`${90 - (index % 3) * 20}%`} />
      ))}
    </Stack>
  );
}
