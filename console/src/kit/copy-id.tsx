import { Group, Text } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";
import { PageLink } from "./page-link.tsx";
import { shortId } from "./short-id.ts";

interface CopyIdProps {
  readonly id: string;
  /** What it is the id of, for the name of the button: "transfer". */
  readonly of?: string;
  /** The whole id instead of its end. */
  readonly full?: boolean;
  /** The page of what has the id, as a path of the console; without one the id is no link. */
  readonly to?: string | undefined;
}

/** An id, short, and a button that copies all of it. */
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
        label={of === undefined ? `Copy ${shortId(id)}` : `Copy ${of} id ${shortId(id)}`}
      />
    </Group>
  );
}
