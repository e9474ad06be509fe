import { Skeleton, Table } from "@mantine/core";

const shownRows = ["one", "two", "three", "four", "five", "six"];

/** Placeholder for table rows. */
export function SkeletonRows({ columns }: { readonly columns: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return shownRows.map((row) => (
    <Table.Tr key={row} aria-hidden>
      {cells.map((cell) => (
        <Table.Td key={cell}>
          <Skeleton height={12} my={5} width={cell === 0 ? "60%" : "80%"} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
