import { Group } from "@mantine/core";
import { CopyButton } from "../../kit/copy-button.tsx";
import { MaybeLink } from "../../kit/maybe-link.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { objectPage } from "./object-page.ts";

interface ObjectLinkProps {
  readonly object: { readonly type: string; readonly id: string };
}

/** A link to the page of an object, if it has one, with the id to copy. */
export function ObjectLink({ object }: ObjectLinkProps) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const page = objectPage(object, can);
  const words = plainWords(object.type);
  return (
    <Group gap={4} component="span" display="inline-flex">
      <MaybeLink to={page === undefined ? undefined : link(...page)}>{`Open ${words}`}</MaybeLink>
      <CopyButton value={object.id} label={`Copy ${words} ID`} />
    </Group>
  );
}
