import { Anchor, Code, List, Text } from "@mantine/core";
import { Section } from "../../../kit/section.tsx";
import type { ShownRequest } from "./request-queries.ts";

/** Why the request was refused: the error's text, the invalid fields, and a link to its documentation. */
export function ErrorSection({ request }: { readonly request: ShownRequest }) {
  const { error_code: code } = request;
  if (code === null) return null;
  const { detail, errors } = errorIn(request.response_body);
  return (
    <Section
      title={`Error: ${code}`}
      actions={
        <Anchor
          href={`/docs/reference/errors.html#${code}`}
          target="_blank"
          rel="noreferrer"
          size="sm"
          underline="always"
        >
          Error reference
        </Anchor>
      }
    >
      <Text size="sm">{detail ?? "The error's text was not stored."}</Text>
      {errors.length === 0 ? null : (
        <List size="sm" mt="xs" aria-label="Invalid fields">
          {errors.map((each) => (
            <List.Item key={`${each.pointer} ${each.detail}`}>
              <Code>{each.pointer}</Code> {each.detail}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** The parts of the standard error body, if the log has them. */
function errorIn(body: unknown): {
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[];
} {
  const { detail, errors } = (body ?? {}) as { readonly detail?: unknown; readonly errors?: unknown };
  return {
    detail: typeof detail === "string" ? detail : undefined,
    errors: Array.isArray(errors) ? (errors as readonly FieldError[]) : [],
  };
}
