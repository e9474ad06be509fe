import { Button, Group } from "@mantine/core";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import type { PointerForm } from "../../kit/use-pointer-form.ts";

interface FormFootProps {
  readonly form: PointerForm;
  readonly label: string;
}

/** Error notice and submit button of a form. */
export function FormFoot({ form, label }: FormFootProps) {
  return (
    <>
      {form.error === undefined ? null : <ErrorNotice error={form.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={form.isBusy}>
          {label}
        </Button>
      </Group>
    </>
  );
}
