import { Form } from "../../kit/form.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { Section } from "../../kit/section.tsx";
import { usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { AddressProps } from "./address-props.ts";
import { useChangeAddress } from "./use-change-address.ts";

/** Renames the address. */
export function NameForm(props: AddressProps) {
  const { can } = useWorkspace();
  const form = usePointerForm({ "/name": props.address.name });
  const change = useChangeAddress(props);
  if (!can("addresses:write")) return null;
  return (
    <Section title="Name">
      <Form
        form={form}
        label="Rename"
        variant="default"
        gap="sm"
        maw="28rem"
        onSubmit={() => change({ name: (form.values["/name"] ?? "").trim() }, "Address renamed")}
      >
        <PointerField form={form} pointer="/name" label="Name" />
      </Form>
    </Section>
  );
}
