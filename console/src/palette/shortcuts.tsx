import { Group, Kbd, Modal, Table } from "@mantine/core";
import { useGoToKeys } from "./use-go-to-keys.ts";

const everywhere: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["Ctrl", "K"], "Search (⌘ K on a Mac)"],
  [["/"], "Search"],
  [["?"], "Show keyboard shortcuts"],
  [["↑", "↓"], "In a table: previous row, next row"],
  [["Enter"], "In a table: open the row"],
  [["Shift", "A"], "Item of a queue: assign to me"],
  [["Shift", "N"], "Item of a queue: next item"],
];

/** Lists the keyboard shortcuts. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const { list } = useGoToKeys();
  const going = list.map(({ key, page }) => [["g", key], `Go to ${page.nav.label}`] as const);
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="md">
      <Table>
        <Table.Tbody>
          {[...everywhere, ...going].map(([keys, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td>
                <Group gap={4} wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
