import { Group } from "@mantine/core";
import { CopyButton } from "../../kit/copy-button.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { statusWords } from "../../kit/status-tone.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { objectPage } from "./object-page.ts";

interface ObjectLinkProps {
  readonly object: { readonly type: string; readonly id: string };
}

/** A link to the page of an object or, without a page, its type; with the id to copy. */
export function ObjectLink({ object }: ObjectLinkProps) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const page = objectPage(object, can);
  const words = plainWords(object.type);
  return (
    <Group gap={4} component="span" display="inline-flex">
      {page === undefined ? (
        <span>{statusWords(object.type)}</span>
      ) : (
        <PageLink to={link(...page)}>{`Open ${words}`}</PageLink>
      )}
      <CopyButton value={object.id} label={`Copy ${words} ID`} />
    </Group>
  );
}
