import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import { Section } from "../../kit/section.tsx";
import { splitPath } from "../../kit/split-path.ts";
import { toastError } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan, useMe } from "../../session/use-me.ts";
import { SimilarCases } from "./similar-cases.tsx";
import { useAssign } from "./use-assign.ts";
import {
  assigneeOptions,
  dueField,
  enteredDue,
  mentionsIn,
  operatorsQuery,
  type WorkKind,
  type WorkState,
  workStateQuery,
} from "./work.ts";
import { WorkHistory } from "./work-history.tsx";

const everyMs = 15_000;

interface WorkPanelProps {
  readonly kind: WorkKind;
  readonly id: string;
}

/** Who works on an item of a queue, until when, and what they wrote down; for operators only. */
export function WorkPanel({ kind, id }: WorkPanelProps) {
  const maySee = useCan("overview.read");
  const { data } = useQuery({ ...workStateQuery(kind, id), enabled: maySee, ...useLive(everyMs) });
  if (data === undefined) return null;
  return (
    <Section title="Work" actions={<NextButton next={data.next} waiting={data.waiting} />}>
      <Stack gap="sm">
        <Assignment kind={kind} id={id} state={data} />
        <Notes kind={kind} id={id} state={data} />
        <SimilarCases kind={kind} id={id} />
        <WorkHistory id={id} />
      </Stack>
    </Section>
  );
}

function NextButton({ next, waiting }: { readonly next: string | null; readonly waiting: number }) {
  const navigate = useNavigate();
  const go = () => {
    if (next !== null) void navigate(splitPath(next));
  };
  useHotkeys([["shift+N", go]]);
  if (next === null) return null;
  return (
    <Button
      size="xs"
      variant="default"
      onClick={go}
      rightSection={<ArrowRight size={14} aria-hidden />}
      title="Keyboard shortcut: Shift N"
    >
      {`Next of ${waiting}`}
    </Button>
  );
}

interface StateProps extends WorkPanelProps {
  readonly state: WorkState;
}

function Assignment({ kind, id, state }: StateProps) {
  const { user } = useMe();
  const mayWrite = useCan("work.write");
  const { data } = useQuery({ ...operatorsQuery, enabled: mayWrite });
  const assign = useAssign();
  const assignTo = (assigneeId: string | null) => assign.mutate([{ kind, id, assigneeId }]);
  const owner = state.assignee?.id ?? "";
  useHotkeys([["shift+A", () => (mayWrite ? assignTo(user.id) : undefined)]]);
  if (!mayWrite) {
    return (
      <Text size="sm">
        {state.assignee === null ? "Not assigned" : `Assigned to ${state.assignee.name ?? state.assignee.id}`}
        {state.due_at === null ? null : (
          <>
            , due <When at={state.due_at} exact />
          </>
        )}
      </Text>
    );
  }
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Assignee"
        size="xs"
        value={owner}
        onChange={(event) => assignTo(event.currentTarget.value === "" ? null : event.currentTarget.value)}
        data={assigneeOptions(state.assignee, data?.operators ?? [])}
      />
      <DueField
        key={state.due_at}
        dueAt={state.due_at}
        onChange={(dueAt) => assign.mutate([{ kind, id, dueAt }])}
      />
      {owner === user.id ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => assignTo(user.id)}
          title="Keyboard shortcut: Shift A"
        >
          Assign to me
        </Button>
      )}
    </Group>
  );
}

interface DueFieldProps {
  readonly dueAt: string | null;
  readonly onChange: (dueAt: string | null) => void;
}

/** Sent with Enter or when the user leaves it: each digit that is typed is a change of the field. */
function DueField({ dueAt, onChange }: DueFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      label="Due"
      type="datetime-local"
      size="xs"
      value={typed ?? dueField(dueAt)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => {
        const entered = enteredDue(event.currentTarget, dueAt);
        if (entered !== undefined) onChange(entered);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

function Notes({ kind, id, state }: StateProps) {
  const mayWrite = useCan("work.write");
  return (
    <>
      {state.notes.map(({ author, at, text }) => (
        <div key={`${at} ${author.id}`}>
          <Text size="xs" c="dimmed">
            {author.name ?? author.id} · <When at={at} />
          </Text>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Text>
        </div>
      ))}
      {mayWrite ? <NoteForm kind={kind} id={id} /> : null}
    </>
  );
}

function NoteForm({ kind, id }: WorkPanelProps) {
  const [text, setText] = useState("");
  const { data } = useQuery(operatorsQuery);
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      send("post", "/console/api/work-items/{kind}/{object_id}/notes", {
        params: { path: { kind, object_id: id } },
        body: { text, mentions: [...mentionsIn(text, data?.operators ?? [])] },
      }),
    onSuccess: () => setText(""),
    onError: (error) => toastError(error, "The note was not added"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["work"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={6} align="flex-start">
        <Textarea
          label="Note"
          description="Mention an operator with @ and the name."
          size="xs"
          autosize
          minRows={1}
          maxRows={8}
          w="100%"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={add.isPending}
          disabled={text.trim() === ""}
        >
          Add note
        </Button>
      </Stack>
    </form>
  );
}
