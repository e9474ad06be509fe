import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";

/** Fields in two columns; in one column on narrow screens. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {children}
    </SimpleGrid>
  );
}
