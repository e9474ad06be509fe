import { Box, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { HeldTransfer } from "./held.ts";

interface SanctionsComparisonProps {
  readonly noun: "transfer" | "deposit";
  readonly held: Pick<HeldTransfer, "hits" | "list_version">;
  /** The screened data. */
  readonly children: ReactNode;
}

/** The screened data beside the matching sanctions list entries. */
export function SanctionsComparison({ noun, held, children }: SanctionsComparisonProps) {
  const { hits, list_version: version } = held;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Side title={`This ${noun}`}>{children}</Side>
      <Side title="Sanctions list">
        {hits.length === 0 ? <Text size="sm">The name could not be fully screened.</Text> : null}
        {hits.map((hit) => (
          <Entry key={hit.entry} hit={hit} />
        ))}
        {version === null ? null : (
          <Text size="sm" c="dimmed">
            List version {version}
          </Text>
        )}
      </Side>
    </SimpleGrid>
  );
}

function Entry({ hit }: { readonly hit: HeldTransfer["hits"][number] }) {
  return (
    <>
      <Text size="sm">{hit.name ?? "No longer in the current list"}</Text>
      <Text size="sm" c="dimmed">
        {hit.program === null ? `Entry ${hit.entry}` : `Program ${hit.program}, entry ${hit.entry}`}
      </Text>
    </>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {children}
    </Box>
  );
}
