import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./theme/theme.css";
import { createRoot } from "react-dom/client";
import { Application } from "./application.tsx";
import { shareStyleNonce } from "./theme/style-nonce.ts";

shareStyleNonce();

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Application />);
