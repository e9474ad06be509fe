import { Group, Text } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";
import { PageLink } from "./page-link.tsx";
import { shortId } from "./short-id.ts";

interface CopyIdProps {
  readonly id: string;
  /** The type of object, for the button's accessible name: "transfer". */
  readonly of?: string;
  /** Shows the whole id. */
  readonly full?: boolean;
  /** Console path of the object's page; without it the id is not a link. */
  readonly to?: string | undefined;
}

/** A shortened id with a button that copies the whole id. */
export function CopyId({ id, of, full = false, to }: CopyIdProps) {
  const shown = full ? id : shortId(id);
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <Text
        component="span"
        ff="monospace"
        size="sm"
        title={id}
        style={full ? { overflowWrap: "anywhere" } : { whiteSpace: "nowrap" }}
      >
        {to === undefined ? shown : <PageLink to={to}>{shown}</PageLink>}
      </Text>
      <CopyButton
        value={id}
        label={of === undefined ? `Copy ${shortId(id)}` : `Copy ${of} ID ${shortId(id)}`}
      />
    </Group>
  );
}
