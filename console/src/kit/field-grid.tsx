import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";

/** Fields side by side where there is room, and one below the other where there is not. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {children}
    </SimpleGrid>
  );
}
