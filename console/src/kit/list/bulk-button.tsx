import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastError, toastSuccess } from "../toast.ts";

interface BulkButtonProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Sends one request. The requests follow one another, and stop at the first that fails. */
  readonly act: (row: Row) => Promise<unknown>;
  /** "3 events queued." */
  readonly done: (count: number) => string;
  /** Queries to read again. */
  readonly queryKey: readonly unknown[];
  readonly onDone: () => void;
}

/** Does the same with each selected row. */
export function BulkButton<Row>({ label, rows, act, done, queryKey, onDone }: BulkButtonProps<Row>) {
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async () => {
      for (const row of rows) await act(row);
    },
    onSuccess: () => {
      toastSuccess(done(rows.length));
      onDone();
    },
    onError: (error) => toastError(error, `${label} failed`),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <Button size="xs" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
      {label}
    </Button>
  );
}
