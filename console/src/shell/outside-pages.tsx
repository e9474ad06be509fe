import { type ErrorComponentProps, Outlet } from "@tanstack/react-router";
import { FailedPage } from "./failed-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { OutsideFrame } from "./outside-frame.tsx";

/** Pages for users who are not signed in. */
export function OutsideArea() {
  return (
    <OutsideFrame>
      <Outlet />
    </OutsideFrame>
  );
}

/** Shown when the shell itself fails to render. */
export function OutsideFailure(props: ErrorComponentProps) {
  return (
    <OutsideFrame>
      <FailedPage {...props} />
    </OutsideFrame>
  );
}

/** Shown for an unknown path outside all areas. */
export function OutsideMissing() {
  return (
    <OutsideFrame>
      <MissingPage />
    </OutsideFrame>
  );
}
