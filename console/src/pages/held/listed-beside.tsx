import { Box, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { HeldTransfer } from "./held.ts";

interface ListedBesideProps {
  readonly noun: "transfer" | "deposit";
  readonly held: Pick<HeldTransfer, "hits" | "list_version">;
  /** What was compared with the list. */
  readonly children: ReactNode;
}

/** What was compared, beside what the list has. */
export function ListedBeside({ noun, held, children }: ListedBesideProps) {
  const { hits, list_version: version } = held;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Side title={`The ${noun} says`}>{children}</Side>
      <Side title="The list says">
        {hits.length === 0 ? <Text size="sm">The name could not be compared in full.</Text> : null}
        {hits.map((hit) => (
          <Entry key={hit.entry} hit={hit} />
        ))}
        {version === null ? null : (
          <Text size="sm" c="dimmed">
            List {version}
          </Text>
        )}
      </Side>
    </SimpleGrid>
  );
}

function Entry({ hit }: { readonly hit: HeldTransfer["hits"][number] }) {
  return (
    <>
      <Text size="sm">{hit.name ?? "The list in use does not have it any more"}</Text>
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
