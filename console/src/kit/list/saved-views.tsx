import { Button, Checkbox, Group, Menu, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Bookmark, Plus, Trash2, Users } from "lucide-react";
import { type FormEvent, useState } from "react";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { toastError, toastSuccess } from "../toast.ts";
import { type SavedList, useViews } from "./use-views.ts";
import { viewQuery, viewSearch } from "./view-query.ts";

interface SavedViewsProps {
  readonly list: SavedList;
}

/** Filters and order saved under a name, for the user, or for all members or operators. */
export function SavedViews({ list }: SavedViewsProps) {
  const { key, readViews, removeView, mayShare } = useViews();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const { data } = useQuery({
    queryKey: ["views", key, list],
    queryFn: ({ signal }) => readViews(list, signal),
  });
  const remove = useMutation({
    mutationFn: removeView,
    onError: (error) => toastError(error, "The view was not removed"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["views"] }),
  });
  const views = data?.views ?? [];
  const removable = views.filter(({ is_own, is_shared }) => is_own || (is_shared && mayShare));
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<Bookmark size={14} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map(({ id, name, query, is_shared: isShared }) => (
            <Menu.Item
              key={id}
              leftSection={iconOf(isShared)}
              onClick={() =>
                void navigate({
                  to: ".",
                  search: (current: Readonly<Record<string, unknown>>) => viewSearch(query, current),
                })
              }
            >
              {isShared ? `${name} (shared)` : name}
            </Menu.Item>
          ))}
          {views.length === 0 ? null : <Menu.Divider />}
          <Menu.Item leftSection={<Plus size={14} aria-hidden />} onClick={() => setIsSaving(true)}>
            Save current view
          </Menu.Item>
          {removable.map(({ id, name }) => (
            <Menu.Item key={id} leftSection={removeIcon} onClick={() => remove.mutate(id)}>
              {`Remove “${name}”`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isSaving} onClose={() => setIsSaving(false)} title="Save view">
        <SaveForm list={list} onClose={() => setIsSaving(false)} />
      </Modal>
    </>
  );
}

const removeIcon = <Trash2 size={14} aria-hidden />;

function iconOf(isShared: boolean) {
  return isShared ? <Users size={14} aria-hidden /> : <Bookmark size={14} aria-hidden />;
}

/** Empty each time the dialog opens: a view is not shared because the one before was. */
function SaveForm({ list, onClose }: SavedViewsProps & { readonly onClose: () => void }) {
  const { saveView, mayShare, sharedWith } = useViews();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const save = useMutation({
    mutationFn: () => saveView({ list, name, query: viewQuery(search), is_shared: isShared }),
    onSuccess: () => {
      toastSuccess(`“${name}” is in Views.`, "View saved");
      onClose();
    },
    onError: (error) => toastError(error, "The view was not saved"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["views"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          maxLength={maxLengths.createSavedView.name}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare ? (
          <Checkbox
            label={`Share with all ${sharedWith}`}
            checked={isShared}
            onChange={(event) => setIsShared(event.currentTarget.checked)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
