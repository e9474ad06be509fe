import { Button, Group } from "@mantine/core";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Paging } from "./paging.ts";

interface PagingBarProps {
  readonly paging: Paging;
  readonly label: string;
}

/** Pagination of a list; hidden if everything fits on one page. */
export function PagingBar({ paging: { onNext, onPrev }, label }: PagingBarProps) {
  if (onNext === undefined && onPrev === undefined) return null;
  return (
    <Group component="nav" aria-label={`Pagination: ${label}`} justify="flex-end" gap="xs" p="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<ChevronLeft size={14} aria-hidden />}
        disabled={onPrev === undefined}
        onClick={onPrev}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<ChevronRight size={14} aria-hidden />}
        disabled={onNext === undefined}
        onClick={onNext}
      >
        Next
      </Button>
    </Group>
  );
}
